import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { APP_ROLE } from './logins.ts'

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')
/** One migrator at a time over all server processes. */
const MIGRATION_LOCK = 770_002
/** Whoever wants a table that a migration waits for waits behind it. So it does not wait long, steps back, and tries again. */
const LOCK_WAIT_MS = 1_000
const ATTEMPTS = 60
/** A lock that did not come in time, and a deadlock that the database ended at our cost. */
const STEP_BACK = new Set(['55P03', '40P01'])

/**
 * Brings the database to the newest shape, or to the one after the migrations in `upTo`: each SQL file once, in the order
 * of its number, each in its own transaction. @throws Error when a file of `upTo` is not known to this version
 */
export async function migrate(url: string, upTo: readonly string[] = migrationNames()): Promise<void> {
  const unknown = upTo.find((name) => !migrationNames().includes(name))
  if (unknown) throw new Error(`A newer version of Postroom made this: it knows the migration ${unknown}.`)
  const client = new pg.Client({ connectionString: url }).on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await prepare(client)
    const done = await client.query<{ name: string }>('select name from migration')
    const names = new Set(done.rows.map((row) => row.name))
    for (const name of upTo) if (!names.has(name)) await apply(client, name)
  } finally {
    await client.end()
  }
}

/** The files of all migrations, oldest first. */
export const migrationNames = (): string[] =>
  fs
    .readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()

async function prepare(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${APP_ROLE}') then create role ${APP_ROLE} nologin; end if;
    exception when duplicate_object or unique_violation then null; -- another database of this cluster was quicker
    end $$;
    create table if not exists migration (name text primary key, applied_at timestamptz not null default clock_timestamp());
    grant usage on schema public to ${APP_ROLE};
  `)
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const statements = fs.readFileSync(path.join(MIGRATIONS, name), 'utf8')
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_WAIT_MS}`)
      await client.query(statements)
      await client.query('insert into migration (name) values ($1)', [name])
      await client.query('commit')
      return
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof pg.DatabaseError && STEP_BACK.has(error.code ?? '')))
        throw new Error(`Migration ${name} failed`, { cause: error })
    }
    await client.query('rollback')
    await sleep(LOCK_WAIT_MS)
  }
}
