import pg from 'pg'
import { TIME_OUTS } from './time-outs.ts'

/** PgBouncer's answer to the options of a connection, unless it is set to ignore them. */
const REFUSED = /unsupported startup parameter/

/** @throws Error when a pooler refuses or ignores the settings of these connections */
export const refusePooler = (pool: pg.Pool): Promise<void> =>
  keepsSetting(pool, 'statement_timeout', TIME_OUTS.statement_timeout)

/**
 * A connection of the owner whose settings last as long as it does.
 *
 * @param lockTimeoutMs how long it waits for a lock
 * @throws Error when a pooler is between
 */
export async function connectDirectly(ownerUrl: string, lockTimeoutMs: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl, options: `-c lock_timeout=${lockTimeoutMs}` })
  client.on('error', () => {})
  try {
    await client.connect().catch(explainRefusal)
    await keepsSetting(client, 'lock_timeout', lockTimeoutMs)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

async function keepsSetting(database: pg.Pool | pg.Client, name: string, expected: number): Promise<void> {
  const look = database.query<{ setting: string }>('select setting from pg_settings where name = $1', [name])
  const { rows } = await look.catch(explainRefusal)
  if (rows[0]?.setting !== String(expected)) throw pooled()
}

function explainRefusal(error: unknown): never {
  throw error instanceof Error && REFUSED.test(error.message) ? pooled(error) : error
}

const pooled = (cause?: Error) =>
  new Error(
    'The settings of a connection to the database are dropped, as by a pooler, and then organisations could see each ' +
      'other’s rows. Let DATABASE_URL lead to the database itself, without options of its own. DATABASE_APP_URL and ' +
      'DATABASE_PLATFORM_URL may lead through a pooler, with DATABASE_POOLER=transaction.',
    { cause },
  )
