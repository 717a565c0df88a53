import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  clusterIn,
  embeddedUrl,
  endOrphans,
  hasLock,
  isSecured,
  launch,
  postmasterOf,
  prepareCluster,
  secure,
  stopPostmaster,
  type Cluster,
} from './embedded-cluster.ts'
import type { Log } from '../log.ts'
import { sqlStateOf } from './sql-state.ts'

export interface EmbeddedPostgres {
  url: string
  /** Restarts the database whenever it is lost. @param giveUp called once when it is lost too often or does not start */
  supervise(log: Log, giveUp: (error: Error) => void): void
  /** Stops the database, also one left running by a killed server. */
  stop(): Promise<void>
}

/** Launches of one start while a killed database still holds the folder. */
const LAUNCHES = 5
/** Between these launches. Restarts wait a quarter of it, doubled each time. */
const RETRY_MS = 1_000
/** Held by the one server process that may use a data folder; PostgreSQL releases it when that process dies. */
const OWNER_LOCK = 770_001
/** Restarts in a row before giving up; a database that ran for `STABLE_MS` ends the row. */
const RESTARTS = 6
const STABLE_MS = 60_000

/**
 * Starts the bundled PostgreSQL on `dataDir`, creating the folder at the first start. It listens only on a socket inside
 * that folder, which no other account may enter, and requires a password. A database left running by a killed server is
 * taken over; a second server on the same folder is rejected.
 *
 * @param retryMs between attempts to start it
 * @throws Error with a sentence for the person at the terminal.
 */
export async function startEmbedded(dataDir: string, retryMs = RETRY_MS): Promise<EmbeddedPostgres> {
  const cluster = await clusterIn(dataDir)
  const { dir } = cluster
  const url = embeddedUrl(dir)
  if (postmasterOf(dir) === undefined) prepareCluster(cluster)
  const stopping = new AbortController()
  const begin = async (): Promise<pg.Client> => {
    endOrphans(dir)
    await untilReady(url, cluster, retryMs, stopping.signal)
    const client = await takeOwnership(url, dir)
    if (!isSecured(cluster)) await secure(cluster, client)
    return client
  }
  let owner = await begin()
  let lost = endOf(owner)
  let supervising = Promise.resolve()

  async function keepRunning(log: Log): Promise<void> {
    let starts = 0
    while (starts < RESTARTS) {
      const began = performance.now()
      await lost
      if (stopping.signal.aborted) return
      if (performance.now() - began > STABLE_MS) starts = 0
      starts += 1
      log.error({ starts }, 'lost the embedded database; starting it again')
      await sleep((retryMs / 4) * 2 ** (starts - 1), undefined, { signal: stopping.signal })
      try {
        owner = await begin()
        lost = endOf(owner)
        log.warn({ starts }, 'the embedded database runs again')
      } catch (error) {
        log.error({ err: error, starts }, 'could not start the embedded database')
      }
    }
    throw new Error(`Gave up on the database after ${RESTARTS} restarts; see ${dir}/server.log`)
  }

  return {
    url,
    supervise: (log, giveUp) => {
      supervising = keepRunning(log).catch((error: Error) => {
        if (!stopping.signal.aborted) giveUp(error)
      })
    },
    stop: async () => {
      stopping.abort()
      await owner.end()
      await supervising
      await stopPostmaster(dir)
    },
  }
}

/**
 * The database in `dataDir` for a command: that of the running server, or one started until `stop`.
 *
 * @throws Error with a sentence for the person at the terminal.
 */
export async function reachEmbedded(dataDir: string): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const url = embeddedUrl(dataDir)
  return (await answers(url)) ? { url, stop: async () => {} } : startEmbedded(dataDir)
}

/** Starts the database if it does not answer, and waits for it. A killed one keeps its lock until its process is reaped. */
async function untilReady(url: string, cluster: Cluster, retryMs: number, stopping: AbortSignal): Promise<void> {
  if (await answers(url)) return
  let run = launch(cluster)
  let launchedAt = performance.now()
  let launches = 1
  for (let tries = 1; tries <= 300; tries++) {
    if (await answers(url)) return
    if (run.ended && (launches === LAUNCHES || !hasLock(cluster.dir))) break
    if (run.ended && performance.now() - launchedAt >= retryMs) {
      run = launch(cluster)
      launchedAt = performance.now()
      launches += 1
    }
    await sleep(100, undefined, { signal: stopping })
  }
  throw new Error(`The database did not start; see ${cluster.dir}/server.log`)
}

async function answers(url: string): Promise<boolean> {
  const probe = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 }).on('error', () => {})
  try {
    await probe.connect()
    return true
  } catch (error) {
    if (sqlStateOf(error) === WRONG_PASSWORD)
      throw new Error(
        'The database runs with another key than the file beside its folder. Stop the server that runs it.',
        {
          cause: error,
        },
      )
    return false
  } finally {
    await probe.end().catch(() => {})
  }
}

const WRONG_PASSWORD = '28P01'

async function takeOwnership(url: string, dir: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: url }).on('error', () => {})
  await owner.connect()
  const taken = await owner.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [OWNER_LOCK])
  if (taken.rows[0]?.ok) return owner
  await owner.end()
  throw new Error(`Postroom already runs on ${dir}. Stop that one first, or choose another DATA_DIR.`)
}

/** Resolves when the connection has ended. */
const endOf = (client: pg.Client): Promise<void> => new Promise((resolve) => client.once('end', () => resolve()))
