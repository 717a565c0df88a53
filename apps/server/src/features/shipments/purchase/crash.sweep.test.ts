import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { everyNth } from '@postroom/domain/testing/sweep'
import { describe, expect, it, onTestFinished } from 'vitest'
import { setSandboxSwitch } from '../../../carriers/sandbox/sandbox.store.ts'
import { openDatabase } from '../../../db/database.ts'
import { embeddedUrl } from '../../../db/embedded-cluster.ts'
import {
  aLetter,
  booksAreRight,
  CREDIT,
  endLeases,
  finalAnswer,
  PRICE,
  start,
  type Final,
} from '../../../testing/crash-scene.ts'
import { signInDemo } from '../../../testing/server-process.ts'
import { testDatabase } from '../../../testing/test-database.ts'
import type { PurchasePoint } from './checkpoint.ts'

describe('when the server dies in a purchase', () => {
  const bought: Final = { status: 200 }
  const cancelled: Final = { status: 422, code: 'purchase_cancelled' }
  /** Where it dies, and the final answer to the same key. */
  const outcomes: Record<PurchasePoint, Final> = {
    before_t1: bought,
    in_t1_before_commit: bought,
    after_t1: cancelled, // the carrier was never asked, and its reference is tombstoned
    after_carrier_answer: bought,
    in_settle_before_commit: bought,
    after_settle: bought,
    worker_before_asking: bought,
    worker_after_asking: bought,
  }
  it.concurrent.each(everyNth(5, Object.entries(outcomes)))('%s', { timeout: 120_000 }, async (point, outcome) => {
    const database = await testDatabase()
    const settings = { DATABASE_URL: database.url }
    const first = await start({ ...settings, POSTROOM_KILL_AT: point })
    const call = await signInDemo(first.url)
    const letter = await aLetter(call, first.url)
    const ask = (url: string) => call(url, `/stamp/v1/shipment/process?pending_id=crash-${point}`, letter)
    if (point.startsWith('worker'))
      await setSandboxSwitch(database.db, { call: 'purchase', answer: 'lost', delay_ms: 0, remaining: 1 })
    const lost = expect(ask(first.url)).rejects.toThrow()
    for (let over = false; !over; over = await Promise.race([first.ended.then(() => true), sleep(100, false)]))
      if (point.startsWith('worker')) await endLeases(database.url)
    await lost
    expect(await first.ended).toBe('SIGKILL')

    const second = await start(settings)
    await endLeases(database.url)
    const answer = await finalAnswer(() => ask(second.url))
    expect(answer).toMatchObject(outcome)
    expect(await finalAnswer(() => ask(second.url))).toEqual(answer)
    await booksAreRight(database.db)
    const debits = await database.db.selectFrom('transfer').select('amount').where('kind', '=', 'capture').execute()
    expect(debits).toEqual(outcome === bought ? [{ amount: PRICE }] : [])
    second.process.kill('SIGKILL')
    await second.ended
    await database.close()
  })
})

it(
  'when server and database are killed during purchases, acknowledged ones are kept and the rest is settled',
  { timeout: 120_000 },
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-crash-'))
    fs.chmodSync(folder, 0o755) // as root the database runs under another account, which must be able to enter
    const postgres = path.join(folder, 'postgres')
    onTestFinished(() => {
      killDatabase(postgres)
      fs.rmSync(folder, { recursive: true, force: true })
    })
    const first = await start({ DATA_DIR: folder })
    const call = await signInDemo(first.url)
    const letter = await aLetter(call, first.url)
    const keys = Array.from({ length: 27 }, (_, index) => `power-cut-${index}`)
    const ask = (url: string, key: string) => call(url, `/stamp/v1/shipment/process?pending_id=${key}`, letter)

    const acknowledged = new Map<string, string>()
    const asking = keys.map(async (key, index) => {
      await sleep(index * 15)
      const answer = await ask(first.url, key)
      if (answer.status === 200) acknowledged.set(key, ((await answer.json()) as { id: string }).id)
      if (acknowledged.size === 8) {
        first.process.kill('SIGKILL')
        killDatabase(postgres)
      }
    })
    await Promise.allSettled(asking)
    expect(await first.ended).toBe('SIGKILL')
    expect(acknowledged.size).toBeLessThan(keys.length)

    const second = await start({ DATA_DIR: folder })
    const url = embeddedUrl(postgres)
    await endLeases(url)
    const answers = new Map<string, Final>()
    for (const key of keys) answers.set(key, await finalAnswer(() => ask(second.url, key)))
    for (const [key, id] of acknowledged) expect(answers.get(key)).toEqual({ status: 200, id })
    const paid = [...answers.values()].filter((answer) => answer.status === 200).length
    expect([...answers.values()].filter((answer) => answer.status === 422)).toHaveLength(keys.length - paid)
    const database = await openDatabase(url)
    await booksAreRight(database.db)
    const left = await database.db.selectFrom('account').select('balance').where('id', 'like', 'cust:%').execute()
    expect(left).toEqual([{ balance: CREDIT - paid * PRICE }])
    await database.close()
    second.process.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  },
)

/** Kills every process of the database, as a power cut does: nothing more is written. */
function killDatabase(folder: string): void {
  const pidFile = path.join(folder, 'postmaster.pid')
  if (!fs.existsSync(pidFile)) return
  const postmaster = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0])
  const table = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n')
  const rows = table.map((line) => line.trim().split(/\s+/).map(Number))
  const backends = rows.filter(([, parent]) => parent === postmaster).map(([pid]) => pid!)
  for (const pid of [postmaster, ...backends]) process.kill(pid, 'SIGKILL')
}
