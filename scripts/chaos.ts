import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { aSignedInBuyer } from '../apps/server/src/testing/purchase-scene.ts'
import { startBuying, type Load } from './buying/load.ts'
import { outcomeOf } from './buying/outcome.ts'
import { print, report } from './buying/report.ts'
import { FAULTS } from './chaos/faults.ts'
import { openOffice, type Office } from './chaos/office.ts'
import { EVENTS } from './cluster/events.ts'
import { testCluster } from './cluster/test-cluster.ts'

/**
 * `npm run chaos -- 10000` buys that many letters from three server processes on one database, while servers, database,
 * network, carrier, clocks and disk fail, one fault after the other. Prints what was acknowledged, lost and doubled, and
 * exits with 1 when anything was. `--seed 42` chooses other faults.
 *
 * `npm run chaos -- cluster 10000` buys them on a cluster, as `npm run cluster-test` does.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, lanes: { type: 'string', default: '8' } },
})
const isOnCluster = positionals[0] === 'cluster'
const wanted = Number(positionals[isOnCluster ? 1 : 0] ?? 10_000)
const random = xoroshiro128plus(Number(values.seed))
const oneOf = <Value>(choices: readonly Value[]): Value => choices[uniformInt(random, 0, choices.length - 1)]!
const CREDIT = 1_000_000_00
/** The next fault comes after so many purchases, or after this long. */
const CALM = { purchases: 50, ms: 15_000 }
const LOOK_MS = 100
const PROGRESS_MS = 30_000

async function run(office: Office): Promise<void> {
  const database = await openDatabase(office.database)
  const { db } = database
  const buyers = []
  while (buyers.length < Number(values.lanes)) buyers.push(await aSignedInBuyer({ db, now: () => new Date() }, CREDIT))
  await db.updateTable('carrier_account').set({ purchases_per_minute: null, pence_per_day: null }).execute()
  const load = startBuying(() => `http://127.0.0.1:${oneOf(office.servers).cable.port}`, buyers)
  const happened = await failUntilBought(office, db, load)
  await load.stop()
  const outcome = await outcomeOf(db, load.ended)
  for (const [name, times] of happened) print(`${String(times).padStart(5)} × ${name}`)
  report(outcome, load)
  await database.close()
}

async function calm({ ended }: Load): Promise<void> {
  const [before, until] = [ended.length, performance.now() + CALM.ms]
  while (ended.length < before + CALM.purchases && ended.length < wanted && performance.now() < until)
    await sleep(LOOK_MS)
}

async function failUntilBought(office: Office, db: Parameters<(typeof FAULTS)[number]['act']>[1], load: Load) {
  const possible = FAULTS.filter((fault) => {
    const why = fault.impossible?.(office)
    if (why !== undefined) print(`Not tried: ${fault.name} (${why})`)
    return why === undefined
  })
  const happened = new Map<string, number>()
  let printed = 0
  while (load.ended.length < wanted) {
    const fault = oneOf(possible)
    // a fault that cannot happen now, as while the database is away, is left out
    const isDone = await Promise.resolve(fault.act(office, db, oneOf(office.servers))).then(
      () => true,
      () => false,
    )
    if (isDone) happened.set(fault.name, (happened.get(fault.name) ?? 0) + 1)
    await calm(load)
    if (performance.now() - printed > PROGRESS_MS) {
      print(`${load.ended.length} of ${wanted}`)
      printed = performance.now()
    }
  }
  return happened
}

async function onOneMachine(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-chaos-'))
  fs.chmodSync(folder, 0o755) // the account of PostgreSQL must be able to enter
  const office = await openOffice(folder)
  try {
    await run(office)
  } finally {
    await office.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

await (isOnCluster ? testCluster({ events: EVENTS, purchases: wanted, pooled: false, port: 18_000 }) : onOneMachine())
