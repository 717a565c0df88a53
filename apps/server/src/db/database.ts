import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { loginsOf, type Logins } from './logins.ts'
import { migrate } from './migrate.ts'
import { prepareStatements } from './prepare-statements.ts'
import type { Tables } from './tables.ts'
import { confined } from './tenant.ts'

export type Db = Kysely<Tables>

export interface Database {
  db: Db
  /** The connections of calls for one organisation. Used directly, one sees the rows of its last user's organisation: use it for listening only. */
  pool: pg.Pool
  /** The connections of work for no organisation in particular. */
  platformPool: pg.Pool
  /** Why the two pools have no logins of their own. */
  sharedLogin?: string | undefined
  close(): Promise<void>
}

const APP_CONNECTIONS = 11
const PLATFORM_CONNECTIONS = 7

/**
 * Migrates the database as its owner, then opens two pools with the rights of the application only.
 *
 * @param url of the database's owner
 * @param given logins made by an administrator; without them they are created here
 */
export async function openDatabase(url: string, given?: Logins): Promise<Database> {
  await migrate(url)
  const logins = given ?? (await loginsOf(url))
  const pool = openPool(logins.app, APP_CONNECTIONS)
  const platformPool = openPool(logins.platform, PLATFORM_CONNECTIONS)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: confined({ pool, platformPool }) }) })
  return { db, pool, platformPool, sharedLogin: logins.shared, close: () => db.destroy() }
}

/** @param max connections at once */
export function openPool(login: pg.ClientConfig, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...login,
    options: `${login.options ?? ''} -c statement_timeout=5s -c idle_in_transaction_session_timeout=5s`,
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // Without both listeners one dropped connection ends the process: the first covers idle clients, the second busy ones.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', prepareStatements)
  return pool
}

/** Whether both pools reach a writable database: after a failover an old connection may lead to a replica. */
export async function isWritable({ pool, platformPool }: Pick<Database, 'pool' | 'platformPool'>): Promise<boolean> {
  return (await Promise.all([takesWrites(pool), takesWrites(platformPool)])).every(Boolean)
}

async function takesWrites(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ transaction_read_only: string }>('show transaction_read_only')
  return rows[0]?.transaction_read_only === 'off'
}

/** bigint columns hold pence and counts; a value beyond 2^53 is a bug and throws. Sums of bigint are numeric and stay text: cast them. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? safeInteger : pg.types.getTypeParser(oid, format)

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('A bigint column holds more than a safe integer')
  return value
}
