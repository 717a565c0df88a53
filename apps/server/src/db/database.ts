import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { openFollower, type Follower } from './follower.ts'
import { loginsOf, withLoginOf, type Logins } from './logins.ts'
import { migrate } from './migrate.ts'
import { refusePooler } from './refuse-pooler.ts'
import { prepareStatements } from './prepare-statements.ts'
import type { Tables } from './tables.ts'
import { confined } from './tenant.ts'
import { setInEachTransaction } from './through-pooler.ts'
import { TIME_OUTS } from './time-outs.ts'

export type Db = Kysely<Tables>

export interface Database {
  db: Db
  /** The connections of calls for one organisation. Used directly, one sees the rows of its last user's organisation. */
  pool: pg.Pool
  /** The connections of work for no organisation in particular. */
  platformPool: pg.Pool
  /** Connections on which one can listen: no pooler gives them to others. */
  listeningPool: pg.Pool
  /** For long reads, where there is one. */
  follower?: Follower
  /** Why the two pools have no logins of their own. */
  sharedLogin?: string | undefined
  close(): Promise<void>
}

const APP_CONNECTIONS = 11
const PLATFORM_CONNECTIONS = 7
/** Of each role at the follower. Its reads are few and long. */
const FOLLOWER_CONNECTIONS = 4
const CONNECT_MS = 5_000
/** The database itself can answer instead. */
const CONNECT_TO_FOLLOWER_MS = 1_000

/**
 * Migrates the database as its owner, then opens pools with the rights of the application only.
 *
 * @param url of the database's owner, without a pooler between
 * @param given logins made by an administrator; without them they are created here
 * @param followerUrl where a follower of the database is, which has the same logins
 */
export async function openDatabase(url: string, given?: Logins, followerUrl?: string): Promise<Database> {
  await migrate(url)
  const logins = given ?? (await loginsOf(url))
  const database = logins.behindPooler ? openThroughPooler(url, logins) : await openDirectly(logins)
  if (followerUrl === undefined) return database
  const open = (login: pg.ClientConfig) =>
    openPool(withLoginOf(followerUrl, login), FOLLOWER_CONNECTIONS, CONNECT_TO_FOLLOWER_MS)
  const follower = openFollower({ pool: open(logins.app), platformPool: open(logins.platform) }, database.db)
  return { ...database, follower, close: async () => void (await Promise.all([follower.close(), database.close()])) }
}

async function openDirectly(logins: Logins): Promise<Database> {
  const pool = openPool(logins.app, APP_CONNECTIONS)
  const platformPool = openPool(logins.platform, PLATFORM_CONNECTIONS)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: confined({ pool, platformPool }) }) })
  const close = () => db.destroy()
  await Promise.all([pool, platformPool].map(refusePooler)).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { db, pool, platformPool, listeningPool: pool, sharedLogin: logins.shared, close }
}

/** The same where each transaction may get another connection. Nothing is prepared: the next transaction would not find it. */
function openThroughPooler(url: string, { app, platform }: Logins): Database {
  const organisations = new WeakMap<pg.PoolClient, string>()
  const open = (login: pg.ClientConfig, max: number) =>
    newPool(login, max).on('connect', (client) => setInEachTransaction(client, (of) => organisations.get(of)))
  const pool = open(app, APP_CONNECTIONS)
  const platformPool = open(platform, PLATFORM_CONNECTIONS)
  const listeningPool = openPool(withLoginOf(url, app), 1)
  const confine = (client: pg.PoolClient, organisationId: string) => void organisations.set(client, organisationId)
  const dialect = new PostgresDialect({ pool: confined({ pool, platformPool }, confine) })
  const db = new Kysely<Tables>({ dialect })
  const close = async () => void (await Promise.all([db.destroy(), listeningPool.end()]))
  return { db, pool, platformPool, listeningPool, close }
}

/** @param max connections at once */
export function openPool(login: pg.ClientConfig, max: number, connectMs = CONNECT_MS): pg.Pool {
  const timeOuts = Object.entries(TIME_OUTS).map(([name, value]) => `-c ${name}=${value}`)
  const options = [login.options ?? '', ...timeOuts].join(' ')
  return newPool({ ...login, options }, max, connectMs).on('connect', prepareStatements)
}

function newPool(login: pg.ClientConfig, max: number, connectionTimeoutMillis = CONNECT_MS): pg.Pool {
  const pool = new pg.Pool({ ...login, max, connectionTimeoutMillis, keepAlive: true, types: { getTypeParser } })
  // Without both listeners one dropped connection ends the process: the first covers idle clients, the second busy ones.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
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
