import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openPool } from './database.ts'
import { inTransaction } from './in-transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it.each([
  ['calls', 'pool', 11],
  ['the platform', 'platformPool', 7],
] as const)('the connections of %s are few, and wait five seconds at most', async (_of, name, max) => {
  const pool = database[name]
  expect(pool.options).toMatchObject({ max, connectionTimeoutMillis: 5_000, keepAlive: true })
  const { rows } = await pool.query(
    `select current_setting('statement_timeout') as statement,
       current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  expect(rows).toEqual([{ statement: '5s', idle: '5s' }])
})

it('options of a login stay beside those of the server', async () => {
  const pool = openPool({ ...database.pool.options, options: '-c search_path=pg_catalog' }, 1)
  const { rows } = await pool.query(
    `select current_setting('search_path') as path, current_setting('statement_timeout') as statement`,
  )
  await pool.end()
  expect(rows).toEqual([{ path: 'pg_catalog', statement: '5s' }])
})

const read = async (text: string) => (await sql<{ n: unknown }>`select ${text}::bigint as n`.execute(database.db)).rows

it('a bigint is a number, or refused where a number cannot hold it', async () => {
  const most = Number.MAX_SAFE_INTEGER
  expect(await read(String(most))).toEqual([{ n: most }])
  expect(await read(String(-most))).toEqual([{ n: -most }])
  await expect(read(String(BigInt(most) + 1n))).rejects.toThrow(RangeError)
})

it.each([
  ['40001', 8],
  ['40P01', 8],
  ['22012', 1],
])('a transaction that PostgreSQL aborts with %s is tried %i times', async (code, times) => {
  let tries = 0
  const abort = inTransaction(database.db, async (tx) => {
    tries++
    await sql.raw(`do $$ begin raise exception 'aborted' using errcode = '${code}'; end $$`).execute(tx)
  })
  await expect(abort).rejects.toMatchObject({ code })
  expect(tries).toBe(times)
})
