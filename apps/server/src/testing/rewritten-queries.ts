import { Kysely, PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import type { Database, Db } from '../db/database.ts'
import { confined } from '../db/tenant.ts'

/** The same database with some queries rewritten: it plants a wrong design under the right code. */
export function rewrittenQueries(
  database: Pick<Database, 'pool' | 'platformPool'>,
  rewrite: (query: string) => string,
): Db {
  const sound = confined(database)
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
