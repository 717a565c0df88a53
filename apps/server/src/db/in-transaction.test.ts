import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner, testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { inTransaction } from './in-transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await asOwner(
    database.url,
    `create table place (id int primary key, n int not null default 0); insert into place values (1), (2);
     grant select, update on place to postroom_app`,
  )
})
afterAll(() => database.close())

it('retries as the victim of a deadlock', async () => {
  const bothHoldOne = Promise.withResolvers<void>()
  let holding = 0
  let attempts = 0
  const crossing = (first: number, second: number) =>
    inTransaction(database.db, async (tx) => {
      attempts++
      await sql`update place set n = n + 1 where id = ${first}`.execute(tx)
      if (++holding === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await sql`update place set n = n + 1 where id = ${second}`.execute(tx)
    })
  await Promise.all([crossing(1, 2), crossing(2, 1)])
  // The victim may lock its first row again before the other transaction wakes up. Then the two deadlock once more.
  expect(attempts).toBeGreaterThanOrEqual(3)
  expect((await database.pool.query('select n from place')).rows).toEqual([{ n: 2 }, { n: 2 }])
})

it('rolls back when the work fails, and does not repeat it', async () => {
  let attempts = 0
  const work = inTransaction(database.db, async (tx) => {
    attempts++
    await sql`update place set n = 99`.execute(tx)
    throw new Error('refused')
  })
  await expect(work).rejects.toThrow('refused')
  expect(attempts).toBe(1)
  expect((await database.pool.query('select n from place where n = 99')).rows).toEqual([])
})
