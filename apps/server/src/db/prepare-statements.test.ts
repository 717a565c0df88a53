import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner, testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { inTransaction } from './in-transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await asOwner(
    database.url,
    'create table thing (id int); insert into thing values (1); grant select on thing to postroom_platform',
  )
})
afterAll(() => database.close())

const things = () => sql<{ id: number }>`select * from thing where id = ${1}`
const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements where statement like '%thing%'`

it('prepares a statement with parameters once, and no list', async () => {
  const statements = await database.db.connection().execute(async (db) => {
    await things().execute(db)
    await things().execute(db)
    await sql`select * from thing where id > ${0} limit ${5}`.execute(db)
    return (await prepared.execute(db)).rows
  })
  expect(statements).toEqual([{ statement: 'select * from thing where id = $1' }])
})

it('prepares four hundred statements of a connection, no more', async () => {
  const count = await database.db.connection().execute(async (db) => {
    for (let n = 0; n < 402; n++) await sql`select ${1}::int as ${sql.id(`column_${n}`)}`.execute(db)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`.execute(db)
    return rows[0]!.count
  })
  expect(count).toBe(400)
})

it('prepares anew what a migration has made stale, alone and in a transaction', async () => {
  await database.db.connection().execute(async (db) => {
    await things().execute(db)
    await asOwner(database.url, 'alter table thing add later int not null default 7')
    expect((await things().execute(db)).rows).toEqual([{ id: 1, later: 7 }])
    expect((await things().execute(db)).rows).toEqual([{ id: 1, later: 7 }])
    await asOwner(database.url, 'alter table thing add last int not null default 8')
    const seen = await inTransaction(db, (tx) => things().execute(tx))
    expect(seen.rows).toEqual([{ id: 1, later: 7, last: 8 }])
  })
})

it('reports any other failure as it is', async () => {
  await expect(sql`select ${1}::int / 0`.execute(database.db)).rejects.toMatchObject({ code: '22012' })
})
