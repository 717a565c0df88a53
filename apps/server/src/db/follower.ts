import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isDatabaseTrouble } from './database-trouble.ts'
import type { Tables } from './tables.ts'
import { confined, type Connections } from './tenant.ts'

type Db = Kysely<Tables>

/** A PostgreSQL that follows the database, for long reads that would keep it from selling. */
export interface Follower {
  /**
   * Runs `read` on the follower as soon as that has all that is committed now, so nobody misses what they have just done. A
   * follower that is late or fails is left out for a while: `read` then runs on the database itself.
   *
   * @param read may run twice, so it changes nothing
   */
  read<T>(read: (db: Db) => Promise<T>): Promise<T>
  /** How many reads each has answered. */
  answered: { follower: number; database: number }
  close(): Promise<void>
}

/** How long a read waits for the follower, and between two looks: PostgreSQL notifies nobody of what it has replayed. */
const CATCH_UP_MS = 250
const LOOK_MS = 10
const LEFT_OUT_MS = 10_000

class FollowerIsLate extends Error {}

/** The place in PostgreSQL's log that the running read needs. */
const needed = new AsyncLocalStorage<string>()

/** @param pools lead to the follower; `db` to the database that it follows */
export function openFollower({ pool, platformPool }: { pool: Pool; platformPool: Pool }, db: Db): Follower {
  const pools = confined({ pool: caughtUp(pool), platformPool: caughtUp(platformPool) })
  const followerDb = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pools }) })
  const answered = { follower: 0, database: 0 }
  let leftOutUntil = 0

  async function fromFollower<T>(read: (db: Db) => Promise<T>): Promise<{ result: T } | undefined> {
    const place = await committedIn(db)
    try {
      return { result: await needed.run(place, () => read(followerDb)) }
    } catch (error) {
      if (!(error instanceof FollowerIsLate || isDatabaseTrouble(error))) throw error
      leftOutUntil = performance.now() + LEFT_OUT_MS
      return undefined
    }
  }

  return {
    answered,
    read: async (read) => {
      const found = performance.now() < leftOutUntil ? undefined : await fromFollower(read)
      answered[found ? 'follower' : 'database'] += 1
      return found ? found.result : read(db)
    },
    close: () => followerDb.destroy(),
  }
}

/** The place in PostgreSQL's log up to which all is committed. */
async function committedIn(db: Db): Promise<string> {
  const { rows } = await sql<{ place: string }>`select pg_current_wal_flush_lsn()::text as place`.execute(db)
  return rows[0]!.place
}

/** Each connection is asked: behind a balancer they may lead to different followers. */
const caughtUp = (pool: Pool): Connections => ({
  options: pool.options,
  end: () => pool.end(),
  connect: (async () => {
    const client = await pool.connect()
    try {
      await catchUp(client, needed.getStore()!)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }) as Pool['connect'],
})

async function catchUp(client: PoolClient, place: string): Promise<void> {
  const until = performance.now() + CATCH_UP_MS
  while (!(await hasReplayed(client, place))) {
    if (performance.now() > until) throw new FollowerIsLate()
    await sleep(LOOK_MS)
  }
}

/** Only a follower replays anything. */
const HAS_REPLAYED = 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as has'

async function hasReplayed(client: PoolClient, place: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean | null }>(HAS_REPLAYED, [place])
  return rows[0]!.has === true
}

/** Runs a long read on the follower, where there is one. @see Follower.read */
export const fromFollower = <T>(
  { db, follower }: { db: Db; follower?: Follower },
  read: (db: Db) => Promise<T>,
): Promise<T> => (follower ? follower.read(read) : read(db))
