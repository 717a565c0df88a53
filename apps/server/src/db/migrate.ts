import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectDirectly } from './refuse-pooler.ts'
import { sqlStateOf } from './sql-state.ts'

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')
/** One migrator at a time over all server processes. */
const MIGRATION_LOCK = 770_002
/** While a migration waits for a table, later queries of that table queue behind it. So it waits briefly and tries again. */
const LOCK_WAIT_MS = 1_000
const ATTEMPTS = 60
/** Longer than any migration that waits for its tables. */
const MIGRATOR_WAIT_MS = 300_000
const LOCK_NOT_AVAILABLE = '55P03'
/** The lock did not come in time; or the migration was the victim of a deadlock. */
const RETRIED = new Set([LOCK_NOT_AVAILABLE, '40P01'])

/** The files of all migrations, oldest first. */
export const migrationNames = (): string[] =>
  fs
    .readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()

/**
 * Brings the database to the newest version: applies each SQL file that it lacks, in order, each in a transaction of its own.
 *
 * @param url of the owner, without a pooler between: the lock belongs to the connection
 * @param upTo the migrations of an earlier version, to restore its backup
 * @param waitMs for another process that migrates
 * @throws Error when the database or `upTo` has a migration that is unknown here; a newer server's database is left as it is
 */
export async function migrate(
  url: string,
  upTo: readonly string[] = migrationNames(),
  waitMs = MIGRATOR_WAIT_MS,
): Promise<void> {
  const unknown = upTo.find((name) => !migrationNames().includes(name))
  if (unknown) throw new Error(`A newer version of Postroom made this: it knows the migration ${unknown}.`)
  const client = await connectDirectly(url, waitMs)
  try {
    await lockOutOthers(client)
    for (const name of await missing(client, upTo))
      await applyMigration(client, name, fs.readFileSync(path.join(MIGRATIONS, name), 'utf8'))
  } finally {
    await client.end()
  }
}

async function lockOutOthers(client: pg.Client): Promise<void> {
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  } catch (error) {
    if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error
    const holder = `select pid from pg_locks where locktype = 'advisory' and objid = ${MIGRATION_LOCK} and granted`
    throw new Error(
      `Another process has held the lock of the migrations (${MIGRATION_LOCK}) too long. If none is migrating, end its connection: select pg_terminate_backend(pid) from (${holder}) as holder`,
      { cause: error },
    )
  }
}

/** A newer server's database lacks nothing, so an older server may still start on it. */
async function missing(client: pg.Client, wanted: readonly string[]): Promise<string[]> {
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default clock_timestamp())',
  )
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const applied = new Set(rows.map(({ name }) => name))
  const missed = wanted.filter((name) => !applied.has(name))
  const unknown = [...applied].find((name) => !migrationNames().includes(name))
  if (missed.length > 0 && unknown)
    throw new Error(`Another version of Postroom made this database: it has the migration ${unknown}. Use a new one.`)
  return missed
}

/** Applies one migration and records its name. Retries while its tables are in use. @throws Error that names the cause */
export async function applyMigration(client: pg.Client, name: string, statements: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_WAIT_MS}`)
      await client.query(statements)
      await client.query('insert into migration (name) values ($1)', [name])
      await client.query('commit')
      return
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof pg.DatabaseError && RETRIED.has(error.code ?? '')))
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
    }
    await client.query('rollback')
    await sleep(LOCK_WAIT_MS)
  }
}
