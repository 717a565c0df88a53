import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openPool } from './database.ts'
import { openFollower } from './follower.ts'
import { asTenant, confined } from './tenant.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const aPool = () => openPool({ connectionString: database.url }, 1)

it('a connection that could not be confined is closed, not given to others', async () => {
  const pool = aPool()
  const connections = confined({ pool, platformPool: database.platformPool }, () => {
    throw new Error('not now')
  })
  await expect(asTenant(crypto.randomUUID(), () => connections.connect())).rejects.toThrow('not now')
  expect(pool.totalCount).toBe(0)
  await pool.end()
})

it('so is one to a follower that is late', async () => {
  const [pool, platformPool] = [aPool(), aPool()]
  const follower = openFollower({ pool, platformPool }, database.db)
  const read = () => follower.read((db) => db.selectFrom('organisation').select('id').execute())
  expect(await read()).toEqual([])
  expect(platformPool.totalCount).toBe(0)
  expect(follower.answered).toEqual({ follower: 0, database: 1 })
  await follower.close()
  expect([pool.ended, platformPool.ended]).toEqual([true, true])
})
