import { permissionsOf } from '@postroom/domain/people/roles'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner, testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { seedEmptyDemo } from './seed-organisation.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const rowsOf = async (query: string) => (await asOwner(database.url, query)).rows as Record<string, unknown>[]

it('an empty demo has three users and £50, once', async () => {
  await seedEmptyDemo(database.db)
  await seedEmptyDemo(database.db)
  expect(await rowsOf('select name, handle from organisation')).toHaveLength(1)
  const users = await rowsOf('select username, email, plan, roles, permissions from app_user order by username')
  expect(users.map(({ username, email, plan, roles }) => [username, email, plan, roles])).toEqual([
    ['demo', 'demo@example.com', 'full', ['manager']],
    ['dev', 'dev@example.com', 'full', ['mailroom']],
    ['lite', 'lite@example.com', 'lite', ['mailroom']],
  ])
  for (const { roles, permissions, plan } of users)
    expect(permissions).toEqual(permissionsOf(roles as never, plan as never))
  expect(await rowsOf(`select balance::int from account where id like 'cust:%'`)).toEqual([{ balance: 50_00 }])
})
