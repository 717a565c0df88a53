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

/** What the query builder needs of a pool. */
export type Connections = Pick<Pool, 'connect' | 'end' | 'options'>

interface Pools {
  pool: Connections
  platformPool: Connections
}

/** Confines a connection to an organisation, before it is used. */
export type Confine = (client: PoolClient, organisationId: string) => Promise<void> | void

/** Both pools for the query builder: work for an organisation gets a connection that is confined to it. */
export function confined({ pool, platformPool }: Pools, confine: Confine = oncePerConnection()): Connections {
  return {
    options: pool.options,
    end: async () => void (await Promise.all([pool.end(), platformPool.end()])),
    connect: (async () => {
      const organisationId = tenant.getStore()
      if (organisationId === undefined) return platformPool.connect()
      const client = await pool.connect()
      try {
        await confine(client, organisationId)
      } catch (error) {
        client.release(true)
        throw error
      }
      return client
    }) as Pool['connect'],
  }
}

/** A connection stays confined until work for another organisation gets it. */
function oncePerConnection(): Confine {
  const named = new WeakMap<PoolClient, string>()
  return async (client, organisationId) => {
    if (named.get(client) === organisationId) return
    await client.query(`select set_config('app.organisation', $1, false)`, [organisationId])
    named.set(client, organisationId)
  }
}
