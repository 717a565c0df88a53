import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { aSignedInBuyer } from '../../apps/server/src/testing/purchase-scene.ts'
import { longestPause, startBuying, type Load } from '../buying/load.ts'
import { outcomeOf } from '../buying/outcome.ts'
import { print, report } from '../buying/report.ts'
import { start, untilWhole } from './cluster.ts'
import type { Event } from './events.ts'
import { databaseUrl, layoutIn, type Layout } from './layout.ts'
import { stopAll } from './programs.ts'
import { startServers, type Servers } from './servers.ts'

const LANES = 3
const CREDIT = 1_000_000_00
/** Sold before and after each event. */
const CALM_MS = 4_000

export interface ClusterTest {
  events: readonly Event[]
  /** The events repeat until so many answers are final; each happens once at least. */
  purchases: number
  /** Whether the servers go through PgBouncer. */
  pooled: boolean
  /** The first of 50. */
  port: number
}

/** Sells on a new cluster while its parts fail, and prints what became of the purchases. After an error its files stay, with its logs. */
export async function testCluster(test: ClusterTest): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-cluster-test-'))
  fs.chmodSync(folder, 0o755) // the account of PostgreSQL must be able to enter
  const layout = layoutIn(path.join(folder, 'cluster'), test.port)
  fs.mkdirSync(layout.folder)
  try {
    print(`The cluster is whole after ${(await start(layout)).toFixed(1)} s.`)
    await sell(layout, path.join(folder, 'servers'), test)
  } finally {
    await stopAll(layout)
  }
  fs.rmSync(folder, { recursive: true, force: true })
}

async function sell(cluster: Layout, data: string, { events, purchases, pooled }: ClusterTest): Promise<void> {
  const database = await open(cluster)
  const { db } = database
  const servers = await startServers(cluster, data, pooled)
  try {
    const buyers = []
    while (buyers.length < LANES) buyers.push(await aSignedInBuyer({ db, now: () => new Date() }, CREDIT))
    await db.updateTable('carrier_account').set({ purchases_per_minute: null, pence_per_day: null }).execute()
    const load = startBuying(() => `http://127.0.0.1:${cluster.ports.web}`, buyers)
    do {
      for (const event of events) await measure(event, load, cluster, servers)
    } while (load.ended.length < purchases)
    await load.stop()
    report(await outcomeOf(db, load.ended), load)
  } finally {
    await servers.stop()
    await database.close()
  }
}

async function measure(event: Event, load: Load, cluster: Layout, servers: Servers): Promise<void> {
  await sleep(CALM_MS)
  const from = performance.now()
  await event.act(cluster, servers)
  await untilWhole(cluster)
  await sleep(CALM_MS)
  const pause = longestPause(load.ended, from, performance.now())
  print(`${pause.toFixed(1).padStart(6)} s without sales: ${event.name}`)
}

/** The connections of the test itself, past the pooler. */
const open = ({ ports }: Layout) =>
  openDatabase(databaseUrl(ports.primary, 'owner'), {
    app: { connectionString: databaseUrl(ports.primary, 'app') },
    platform: { connectionString: databaseUrl(ports.primary, 'platform') },
  })
