import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database, type Db } from '../db/database.ts'
import { APP_ROLE, PLATFORM_ROLE } from '../db/logins.ts'

export interface TestDatabase extends Database {
  /** For a second pool or a server in another process. */
  url: string
}

/** A new, migrated database on the run's PostgreSQL; `close()` drops it. */
export async function testDatabase(template: Template = 'migrated'): Promise<TestDatabase> {
  const cluster = inject('postgresUrl')
  const name = `t_${randomBytes(8).toString('hex')}`
  const database = await copyDatabase({ cluster, logins: inject('loginUrls') }, template, name)
  return {
    ...database,
    url: urlOf(cluster, name),
    close: async () => {
      await database.close()
      await asOwner(cluster, `drop database ${name} with (force)`)
    },
  }
}

/** What databases are copied from, because copying is faster: the migrated one, and one with the empty demo organisation. */
export type Template = 'migrated' | 'empty_demo'

interface TestCluster {
  cluster: string
  /** Of the roles app and platform, valid for every copy. */
  logins: [app: string, platform: string]
}

/** Copies the files, which takes half the time of copying through the log where writes are not synced to disk. */
export async function copyDatabase(
  { cluster, logins }: TestCluster,
  template: Template,
  name: string,
): Promise<Database> {
  await asOwner(cluster, `create database ${name} template ${template} strategy file_copy`)
  const [app, platform] = logins.map((login) => ({ connectionString: urlOf(login, name) }))
  return openDatabase(urlOf(cluster, name), { app: app!, platform: platform! })
}

/** A new, empty database whose owner may create roles and is no superuser. `drop()` removes both, and the logins made for it. */
export async function ordinaryDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const cluster = inject('postgresUrl')
  const name = `plain_${randomBytes(8).toString('hex')}`
  await asOwner(
    cluster,
    `create role ${name} login createrole password 'plain';
     grant ${APP_ROLE}, ${PLATFORM_ROLE} to ${name} with admin option, inherit false, set false`,
  )
  await asOwner(cluster, `create database ${name} owner ${name}`)
  return {
    url: urlOf(cluster, name).replace(/user=.*$/, `user=${name}&password=plain`),
    drop: async () => {
      const made = await asOwner(
        urlOf(cluster, name),
        `select string_agg(rolname, ', ') as roles from pg_roles
        where rolname ~ ('^postroom_(app|platform)_' || (select oid from pg_database where datname = current_database()) || '$')`,
      )
      await asOwner(cluster, `drop database ${name} with (force)`)
      await asOwner(cluster, `drop role ${(made.rows as { roles: string }[])[0]!.roles}`)
      await asOwner(cluster, `drop role ${name}`)
    },
  }
}

/** The URL of another database on the run's PostgreSQL. */
export const urlOf = (cluster: string, name: string): string => cluster.replace(/\/\w+\?/, `/${name}?`)

/** Runs SQL with the owner's rights, which the application does not have. */
export async function asOwner(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url }).on('error', () => {})
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Connections with the owner's rights; `owner.destroy()` ends them. */
export function connectAsOwner(url: string): { pool: pg.Pool; owner: Db } {
  const pool = new pg.Pool({ connectionString: url }).on('error', () => {})
  return { pool, owner: new Kysely({ dialect: new PostgresDialect({ pool }) }) }
}

/** Disconnects a database as a crash does: its transactions are rolled back and no connection succeeds until `back`. */
export async function crash({ url }: Pick<TestDatabase, 'url'>): Promise<{ back: () => Promise<void> }> {
  const cluster = inject('postgresUrl')
  const { rows } = await asOwner(url, 'select current_database() as name')
  const { name } = (rows as { name: string }[])[0]!
  await asOwner(cluster, `alter database ${name} allow_connections false`)
  await asOwner(cluster, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
  return { back: async () => void (await asOwner(cluster, `alter database ${name} allow_connections true`)) }
}

/** Waits until this many connections wait for a lock, for 5 s at most. */
export async function untilWaiting(url: string, connections: number): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  for (let looks = 0; looks < 500; looks++) {
    if ((await asOwner(url, waiting)).rowCount === connections) return
    await sleep(10)
  }
}
