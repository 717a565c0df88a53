import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { everyNth } from '@postroom/domain/testing/sweep'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aLetter, booksAreRight, endLeases, finalAnswer, start, type Final } from '../../../testing/crash-scene.ts'
import { signInDemo, type ServerProcess } from '../../../testing/server-process.ts'
import { testDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { PurchasePoint, VoidPoint } from './checkpoint.ts'

const isStopped = ({ process: { pid } }: ServerProcess): boolean =>
  spawnSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).stdout.startsWith('T')

const done: Final = { status: 200 }
const cancelled: Final = { status: 422, code: 'purchase_cancelled' }
const TAKEN_BACK = ['hold', 'capture', 'refund']

let database: TestDatabase
let second: ServerProcess
beforeAll(async () => {
  database = await testDatabase()
  second = await start({ DATABASE_URL: database.url })
})
afterAll(async () => {
  second.process.kill('SIGKILL')
  await second.ended
  await database.close()
})

// a process hangs for longer than its lease and another one settles; then it continues as if nothing had happened
const CASES = [
  // request, point where it hangs, final answer, transfers
  ['purchase', 'after_t1', cancelled, ['hold', 'release']],
  ['purchase', 'after_carrier_answer', done, ['hold', 'capture']],
  ['purchase', 'in_settle_before_commit', done, ['hold', 'capture']],
  ['void', 'after_v1', done, TAKEN_BACK],
  ['void', 'after_void_answer', done, TAKEN_BACK],
  ['void', 'in_void_settle_before_commit', done, TAKEN_BACK],
] as const satisfies [string, PurchasePoint | VoidPoint, Final, string[]][]

it.each(everyNth(3, CASES))(
  'in a %s, a process that hangs %s changes nothing when it wakes up',
  { timeout: 120_000 },
  async (what, point, outcome, moved) => {
    const first = await start({ DATABASE_URL: database.url, POSTROOM_KILL_AT: `${point} SIGSTOP` })
    const call = await signInDemo(first.url)
    const letter = await aLetter(call, first.url)
    const key = `hangs-${point}`
    const buy = (url: string) => call(url, `/stamp/v1/shipment/process?pending_id=${key}`, letter)
    const toVoid = what === 'void' ? (await finalAnswer(() => buy(first.url))).id : undefined
    const ask = (url: string) =>
      toVoid ? call(url, `/stamp/v1/shipment/${toVoid}/void`, { cancellation_reason: 'Torn' }, 'PUT') : buy(url)

    const late = ask(first.url)
    while (!isStopped(first)) await sleep(50)
    await endLeases(database.url)
    const answer = await finalAnswer(() => ask(second.url))
    expect(answer).toMatchObject(outcome)

    first.process.kill('SIGCONT')
    expect([outcome.status, 503]).toContain((await late).status)
    expect(await finalAnswer(() => ask(first.url))).toEqual(answer)
    await booksAreRight(database.db)
    const transfers = await database.db
      .selectFrom('transfer')
      .innerJoin('purchase', 'purchase.id', 'transfer.purchase_id')
      .select('kind')
      .where('idem_key', '=', key)
      .orderBy('transfer.id')
      .execute()
    expect(transfers.map(({ kind }) => kind)).toEqual(moved)
    first.process.kill('SIGKILL')
    await first.ended
  },
)
