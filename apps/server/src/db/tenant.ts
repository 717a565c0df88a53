import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import { APP_ROLE } from './migrate.ts'

/** The role of work that belongs to no organisation: signing in, the settler, the command line. It sees every row. */
const PLATFORM_ROLE = 'postroom_platform'
/** Whose rows the work under way may see. Nobody's in particular: the platform. */
const tenant = new AsyncLocalStorage<string | undefined>()

/** Everything that `work` asks the database for is confined to one organisation, by the database itself (row security). */
export const asTenant = <T>(organisationId: string, work: () => Promise<T>): Promise<T> =>
  tenant.run(organisationId, work)

/**
 * Lifts the confinement for one query that names the organisation itself: row security keeps PostgreSQL from using an index
 * of words, because their operators are not trusted with rows of others.
 */
export const asPlatform = <T>(work: () => Promise<T>): Promise<T> => tenant.run(undefined, work)

/** The pool as the query builder may use it: every connection is told whose rows it may see before it is handed out. */
export function confined(pool: Pool): Pick<Pool, 'connect' | 'end' | 'options'> {
  const told = new WeakMap<PoolClient, string | undefined>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: (async () => {
      const client = await pool.connect()
      const organisationId = tenant.getStore()
      if (told.has(client) && told.get(client) === organisationId) return client
      try {
        await client.query(`select set_config('role', $1, false), set_config('app.organisation', $2, false)`, [
          organisationId === undefined ? PLATFORM_ROLE : APP_ROLE,
          organisationId ?? '',
        ])
      } catch (error) {
        client.release(true)
        throw error
      }
      told.set(client, organisationId)
      return client
    }) as Pool['connect'],
  }
}
