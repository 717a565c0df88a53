import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { CopyIn, CopyOut } from './copy-rows.ts'

const MB = 1024 * 1024

let database: TestDatabase
let from: pg.Client
let to: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  ;[from, to] = [1, 2].map(() => new pg.Client({ connectionString: database.url })) as [pg.Client, pg.Client]
  await Promise.all([from.connect(), to.connect()])
  await from.query(
    `create table many (n int, filler text); create table copied (like many); create table one (like many);
     create table none (like many); create table checked (n int check (n < 10), filler text);
     insert into many select n, repeat('x', 1000) from generate_series(1, 20000) n;
     insert into one values (7, repeat('y', 100000))`,
  )
})
afterAll(async () => {
  await Promise.all([from.end(), to.end()])
  await database.close()
})

it('copies a table as fast as it is read, and both connections work afterwards', async () => {
  const [out, into] = [new CopyOut(from, 'many'), new CopyIn(to, 'copied')]
  expect([out.rows, into.rows]).toEqual([0, 0])
  const { stream } = (from as unknown as { connection: { stream: Socket } }).connection
  await expect.poll(() => stream.isPaused()).toBe(true) // nobody reads: the database has to wait
  expect(out.readableLength).toBeLessThan(MB)
  await pipeline(out, into)
  expect([out.rows, into.rows]).toEqual([20_000, 20_000])
  const { rows } = await to.query('select count(*)::int, sum(n)::int, sum(length(filler))::int as size from copied')
  expect(rows).toEqual([{ count: 20_000, sum: 200_010_000, size: 20_000_000 }])
  expect((await from.query('select 1 as works')).rows).toEqual([{ works: 1 }])
})

it.each([
  ['no row', 'none', 0, 0],
  ['one large row', 'one', 1, 100_003],
])('copies %s, and its connection works afterwards', async (_what, table, rows, bytes) => {
  const out = new CopyOut(from, table)
  expect((await buffer(out)).length).toBe(bytes)
  expect(out.rows).toBe(rows)
  expect((await from.query('select 1 as works')).rows).toEqual([{ works: 1 }])
})

it('fails as the database does, and both connections work afterwards', async () => {
  await expect(buffer(new CopyOut(from, 'nowhere'))).rejects.toMatchObject({ code: '42P01' })
  const into = new CopyIn(to, 'checked')
  await expect(pipeline([Buffer.from('9\tx\n10\tx\n')], into)).rejects.toMatchObject({ code: '23514' })
  expect((await from.query('select count(*)::int from checked')).rows).toEqual([{ count: 0 }])
  expect((await to.query('select 1 as works')).rows).toEqual([{ works: 1 }])
})
