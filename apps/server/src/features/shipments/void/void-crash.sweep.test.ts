import { setTimeout as sleep } from 'node:timers/promises'
import { everyNth } from '@postroom/domain/testing/sweep'
import { expect, it } from 'vitest'
import { setSandboxSwitch } from '../../../carriers/sandbox/sandbox.store.ts'
import { aLetter, booksAreRight, CREDIT, endLeases, finalAnswer, PRICE, start } from '../../../testing/crash-scene.ts'
import { signInDemo } from '../../../testing/server-process.ts'
import { testDatabase } from '../../../testing/test-database.ts'
import type { VoidPoint } from '../purchase/checkpoint.ts'

const POINTS = [
  'in_v1_before_commit',
  'after_v1',
  'after_void_answer',
  'in_void_settle_before_commit',
  'worker_before_voiding',
  'worker_after_voiding',
] as const satisfies VoidPoint[]

it.each(everyNth(3, POINTS))(
  'when the server dies in a void, %s: one refund under one number',
  { timeout: 120_000 },
  async (point) => {
    const database = await testDatabase()
    const { db } = database
    const settings = { DATABASE_URL: database.url }
    const first = await start({ ...settings, POSTROOM_KILL_AT: point })
    const call = await signInDemo(first.url)
    const letter = await aLetter(call, first.url)
    const { id } = await finalAnswer(() =>
      call(first.url, `/stamp/v1/shipment/process?pending_id=void-${point}`, letter),
    )
    const ask = (url: string) => call(url, `/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Torn' }, 'PUT')
    const needsWorker = point.startsWith('worker')
    if (needsWorker) await setSandboxSwitch(db, { call: 'void', answer: 'lost', delay_ms: 0, remaining: 1 })
    const lost = expect(ask(first.url)).rejects.toThrow()
    for (let over = false; !over; over = await Promise.race([first.ended.then(() => true), sleep(100, false)]))
      if (needsWorker) await endLeases(database.url)
    await lost
    expect(await first.ended).toBe('SIGKILL')

    const second = await start(settings)
    await endLeases(database.url)
    expect(await finalAnswer(() => ask(second.url))).toEqual({ status: 200, id })
    expect(await finalAnswer(() => ask(second.url))).toEqual({ status: 200, id })
    await booksAreRight(db)
    const voids = await db.selectFrom('purchase').select(['state', 'void_no']).execute()
    expect(voids).toEqual([{ state: 'VOIDED', void_no: 1 }])
    const refunds = await db.selectFrom('transfer').select('amount').where('kind', '=', 'refund').execute()
    expect(refunds).toEqual([{ amount: PRICE }])
    const left = await db.selectFrom('account').select('balance').where('id', 'like', 'cust:%').execute()
    expect(left).toEqual([{ balance: CREDIT }])
    second.process.kill('SIGKILL')
    await second.ended
    await database.close()
  },
)
