import { describe, expect, it, onTestFinished } from 'vitest'
import { asOwner, ordinaryDatabase, testDatabase } from '../testing/test-database.ts'
import { isWritable, openDatabase } from './database.ts'
import { APP_ROLE, loginsOf, PLATFORM_ROLE } from './logins.ts'

describe('logins of the pools', () => {
  it('are made once by processes that start at the same time', async () => {
    const database = await testDatabase()
    onTestFinished(() => database.close())
    const { rows } = await asOwner(database.url, 'select oid from pg_database where datname = current_database()')
    const [{ oid }] = rows as [{ oid: number }]
    for (let round = 0; round < 10; round++) {
      await asOwner(database.url, `drop role if exists ${APP_ROLE}_${oid}, ${PLATFORM_ROLE}_${oid}`)
      const made = await Promise.all(Array.from({ length: 4 }, () => loginsOf(database.url)))
      expect(made).toEqual(made.map(() => ({ app: made[0]!.app, platform: made[0]!.platform })))
    }
    const open = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await expect.poll(async () => (await asOwner(database.url, open)).rowCount).toBe(0)
  })

  it("are the owner's when the owner may not create any, and the reason is reported", async () => {
    const database = await testDatabase()
    const name = new URL(database.url).pathname.slice(1)
    onTestFinished(async () => {
      await asOwner(
        database.url,
        `reassign owned by poor_${name} to postgres; drop owned by poor_${name}; drop role poor_${name}`,
      )
      await database.close()
    })
    await asOwner(
      database.url,
      `create role poor_${name} login password 'poor' in role ${PLATFORM_ROLE}; alter database ${name} owner to poor_${name};
       grant all on all tables in schema public to poor_${name}`,
    )
    const url = database.url.replace(/user=.*$/, `user=poor_${name}&password=poor`)
    const shared = await openDatabase(url)
    expect(shared.sharedLogin).toMatch(/permission denied/)
    expect(await shared.db.selectFrom('organisation').select('id').execute()).toEqual([])
    await shared.close()
  })

  it('are created by an ordinary owner who may create roles, with all migrations', { timeout: 60_000 }, async () => {
    const { url, drop } = await ordinaryDatabase()
    onTestFinished(drop)
    const database = await openDatabase(url)
    expect(database.sharedLogin).toBeUndefined()
    expect(await isWritable(database)).toBe(true)
    expect(await database.db.selectFrom('organisation').select('id').execute()).toEqual([])
    await database.close()
  })

  it('given by an administrator are used as they are', async () => {
    const database = await testDatabase()
    onTestFinished(() => database.close())
    const made = await loginsOf(database.url)
    const given = await openDatabase(database.url, { app: made.app, platform: made.platform })
    const { rows } = await given.pool.query<{ name: string }>('select session_user as name')
    expect(rows[0]?.name).toMatch(/^postroom_app_\d+$/)
    await given.close()
  })
})
