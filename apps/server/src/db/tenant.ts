import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'

/** The organisation whose rows the current work may see; undefined: the platform, which sees all. */
const tenant = new AsyncLocalStorage<string | undefined>()

/** Confines all queries of `work` to one organisation, by row security. */
export const asTenant = <T>(organisationId: string, work: () => Promise<T>): Promise<T> =>
  tenant.run(organisationId, work)

/**
 * Lifts the confinement for work whose queries name the organisation: it needs tables without an organisation, or an index
 * of words, which PostgreSQL does not use under row security. A running transaction stays confined.
 */
export const asPlatform = <T>(work: () => Promise<T>): Promise<T> => tenant.run(undefined, work)

interface Pools {
  pool: Pool
  platformPool: Pool
}

/** Both pools for the query builder: work for an organisation gets a connection that is confined to it. */
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
