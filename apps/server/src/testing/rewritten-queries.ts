import { Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Db } from '../db/database.ts'
import { confined } from '../db/tenant.ts'

/** The same database, asked with other queries: how a wrong design is planted under the right code. */
export function rewrittenQueries(pool: Pool, rewrite: (query: string) => string): Db {
  const sound = confined(pool)
  const connect = async (): Promise<PoolClient> => rewritten(await sound.connect(), rewrite)
  return new Kysely({ dialect: new PostgresDialect({ pool: { ...sound, connect } }) })
}

const rewritten = (client: PoolClient, rewrite: (query: string) => string): PoolClient =>
  new Proxy(client, {
    get: (of, name) =>
      name === 'query'
        ? (query: string, values: unknown[]) => of.query(rewrite(query), values)
        : name === 'release'
          ? () => of.release()
          : Reflect.get(of, name),
  })
