import { createHmac } from 'node:crypto'
import pg from 'pg'
import { scramVerifier } from './scram-verifier.ts'

/** The role of calls for one organisation: row security confines it. It owns nothing, so the database enforces its rules even against our own code. */
export const APP_ROLE = 'postroom_app'
/** The role of work for no organisation: signing in, the settler, the command line. It sees every row. */
export const PLATFORM_ROLE = 'postroom_platform'

/** One process at a time makes the logins of its database. */
const LOGINS_LOCK = 770_004

/** How the pool of each role connects. */
export interface Logins {
  app: pg.ClientConfig
  platform: pg.ClientConfig
  /** Why both use the owner's login: `reset role` then has the owner's rights. Absent: each has its own login. */
  shared?: string
  /** Both lead through a pooler, whose transactions may each get another connection. */
  behindPooler?: boolean
}

/**
 * Two logins with the rights of one role each, for the database whose owner connects with `ownerUrl`. Logins that cannot
 * connect are created. Their passwords derive from the owner's, so all processes know them and none is stored.
 */
export async function loginsOf(ownerUrl: string): Promise<Logins> {
  const owner = new pg.Client({ connectionString: ownerUrl }).on('error', () => {})
  await owner.connect()
  try {
    const { oid, secret } = await identityOf(owner)
    if (secret === undefined) return asOwner(ownerUrl, 'DATABASE_URL has no password')
    const logins = [APP_ROLE, PLATFORM_ROLE].map((role) => {
      const name = `${role}_${oid}` // roles belong to the whole cluster: each database needs its own
      const password = createHmac('sha256', secret).update(name).digest('base64url')
      return { role, name, password, config: { connectionString: withLogin(ownerUrl, name, password) } }
    })
    for (const login of logins) if ((await refusalOf(login.config)) !== undefined) await makeLogin(owner, login)
    for (const { config } of logins) {
      const refusal = await refusalOf(config)
      if (refusal !== undefined) return asOwner(ownerUrl, refusal)
    }
    return { app: logins[0]!.config, platform: logins[1]!.config }
  } catch (error) {
    if (!MAY_NOT.has(codeOf(error))) throw error
    return asOwner(ownerUrl, (error as Error).message)
  } finally {
    await owner.end()
  }
}

/** `insufficient_privilege`, and the error of older versions when a role may be created but not granted. */
const MAY_NOT = new Set(['42501', '0LP01'])
/** The two errors of a rejected login: `invalid_password` and `invalid_authorization_specification`. */
const REFUSED = new Set(['28P01', '28000'])

const codeOf = (error: unknown): string => (error instanceof pg.DatabaseError && error.code) || ''

const asOwner = (connectionString: string, shared: string): Logins => ({
  app: { connectionString, options: `-c role=${APP_ROLE}` },
  platform: { connectionString, options: `-c role=${PLATFORM_ROLE}` },
  shared,
})

async function identityOf(owner: pg.Client): Promise<{ oid: string; secret: string | undefined }> {
  const { rows } = await owner.query<{ oid: string }>(
    'select oid::text from pg_database where datname = current_database()',
  )
  const { password } = owner as { password?: unknown } // from the URL, PGPASSWORD or the password file
  return { oid: rows[0]!.oid, secret: typeof password === 'string' && password !== '' ? password : undefined }
}

/** The same login, with its role, at another address of the database. */
export function withLoginOf(url: string, { connectionString = '', ...login }: pg.ClientConfig): pg.ClientConfig {
  const { user = '', password } = new pg.Client({ connectionString })
  return { ...login, connectionString: withLogin(url, user, password ?? '') }
}

/** Parameters of the query win over the name before the host, and work for a socket too. */
function withLogin(ownerUrl: string, user: string, password: string): string {
  const url = new URL(ownerUrl)
  url.searchParams.set('user', user)
  url.searchParams.set('password', password)
  return url.href
}

async function refusalOf(config: pg.ClientConfig): Promise<string | undefined> {
  const probe = new pg.Client({ ...config, connectionTimeoutMillis: 5_000 }).on('error', () => {})
  try {
    await probe.connect()
    return undefined
  } catch (error) {
    if (REFUSED.has(codeOf(error))) return (error as Error).message
    throw error
  } finally {
    await probe.end().catch(() => {})
  }
}

/** Two processes cannot change one role at once: the second fails with 'tuple concurrently updated'. So each waits for its turn. */
async function makeLogin(owner: pg.Client, login: { role: string; name: string; password: string }): Promise<void> {
  const name = owner.escapeIdentifier(login.name)
  await owner.query(`
    select pg_advisory_xact_lock(${LOGINS_LOCK});
    do $$ begin
      if not exists (select from pg_roles where rolname = ${owner.escapeLiteral(login.name)}) then create role ${name} login; end if;
    end $$;
    alter role ${name} login password ${owner.escapeLiteral(scramVerifier(login.password))};
    grant ${login.role} to ${name}`)
}
