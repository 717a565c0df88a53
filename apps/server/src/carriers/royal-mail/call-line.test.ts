import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner, testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { callLine } from './call-line.store.ts'

const GAP_MS = 200

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const rows = async <Row>(query: string): Promise<Row[]> => (await asOwner(database.url, query)).rows as Row[]

it('spaces the calls of one line, however many processes call', async () => {
  const [before] = await rows<{ at: Date }>('select clock_timestamp() as at')
  const start = performance.now()
  await Promise.all(Array.from({ length: 6 }, () => callLine(database.db, 'a line', GAP_MS).takeTurn(60_000)))
  expect(performance.now() - start).toBeGreaterThanOrEqual(5 * GAP_MS - 20)
  const [after] = await rows<{ at: Date }>(`select next_at as at from call_line where name = 'a line'`)
  expect(after!.at.getTime() - before!.at.getTime()).toBeGreaterThanOrEqual(6 * GAP_MS - 1)
})

it('refuses a place that comes too late, and a pause delays one line only', async () => {
  const [paused, other] = [callLine(database.db, 'paused', GAP_MS), callLine(database.db, 'other', GAP_MS)]
  expect(await paused.takeTurn(0)).toBe(true)
  await paused.pause(60_000)
  expect(await paused.takeTurn(5_000)).toBe(false)
  expect(await other.takeTurn(0)).toBe(true)
})
