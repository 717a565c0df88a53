import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { APP_ROLE, migrate } from './migrate.ts'
import type { Tables } from './tables.ts'
import { confined } from './tenant.ts'

export type Db = Kysely<Tables>

export interface Database {
  db: Db
  /** The connections behind `db`. Used directly, one sees whatever its last user saw: good for listening only. */
  pool: pg.Pool
  close(): Promise<void>
}

/** Migrates the database at `url`, then opens a pool that works with the rights of the application only. */
export async function openDatabase(url: string): Promise<Database> {
  await migrate(url)
  const pool = new pg.Pool({
    connectionString: url,
    options: `-c role=${APP_ROLE} -c statement_timeout=5s -c idle_in_transaction_session_timeout=5s`,
    max: 16,
    connectionTimeoutMillis: 5_000,
    types: { getTypeParser },
  })
  // Without both listeners one dropped connection ends the process: the first covers idle clients, the second busy ones.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: confined(pool) }) })
  return { db, pool, close: () => db.destroy() }
}

/** bigint columns hold pence and counts; beyond 2^53 they are a bug, not a rounding. Sums of bigint stay text: cast them. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? safeInteger : pg.types.getTypeParser(oid, format)

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('A bigint column holds more than a safe integer')
  return value
}
