import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'

/** Whose rows the work under way may see. Nobody's in particular: the platform. */
const tenant = new AsyncLocalStorage<string | undefined>()

/** Everything that `work` asks the database for is confined to one organisation, by the database itself (row security). */
export const asTenant = <T>(organisationId: string, work: () => Promise<T>): Promise<T> =>
  tenant.run(organisationId, work)

/**
 * Lifts the confinement for work that names the organisation itself: where tables of the whole house are needed, or an index
 * of words, which PostgreSQL does not use under row security. A transaction that already runs stays confined.
 */
export const asPlatform = <T>(work: () => Promise<T>): Promise<T> => tenant.run(undefined, work)

interface Pools {
  pool: Pool
  platformPool: Pool
}

/** Both pools as the query builder may use them: work for an organisation gets a connection that names it and sees no other. */
export function confined({ pool, platformPool }: Pools): Pick<Pool, 'connect' | 'end' | 'options'> {
  const named = new WeakMap<PoolClient, string>()
  return {
    options: pool.options,
    end: async () => void (await Promise.all([pool.end(), platformPool.end()])),
    connect: (async () => {
      const organisationId = tenant.getStore()
      if (organisationId === undefined) return platformPool.connect()
      const client = await pool.connect()
      if (named.get(client) === organisationId) return client
      try {
        await client.query(`select set_config('app.organisation', $1, false)`, [organisationId])
      } catch (error) {
        client.release(true)
        throw error
      }
      named.set(client, organisationId)
      return client
    }) as Pool['connect'],
  }
}
