import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { StubEvent } from '../../testing/royal-mail-tracking/description.ts'
import { TrackingStub } from '../../testing/royal-mail-tracking/tracking-stub.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { trackItems } from './track-items.ts'

let stub: TrackingStub
let database: TestDatabase
const known = new Map<string, StubEvent[]>()
beforeAll(async () => {
  stub = await TrackingStub.start((item) => known.get(item))
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  await stub.stop()
})
beforeEach(() => void (stub.calls.length = 0))

const track = (items: readonly string[]) =>
  trackItems(database.db, stub.connection)(items.map((item_number) => ({ item_number })))
const numbers = (count: number) => Array.from({ length: count }, (_, n) => `TT0213546${10 + n}GB`)

it('names at most thirty items in one call', async () => {
  const items = numbers(61)
  expect(await track(items)).toEqual({ kind: 'tracked', events: [] })
  expect(stub.calls.toSorted()).toEqual(
    [items.slice(0, 30), items.slice(30, 60), [items[60]]].map((of) => `summary ${of.join(',')}`),
  )
})

it('asks for a single item by itself, and for none not at all', async () => {
  known.set('TT021354610GB', [{ eventCode: 'EVDAV', eventDateTime: '2026-11-20T08:00:00Z' }])
  expect(await track(['TT021354610GB'])).toMatchObject({ kind: 'tracked', events: [{ code: 'accepted' }] })
  expect(stub.calls).toEqual(['events TT021354610GB'])
  expect(await track([])).toEqual({ kind: 'tracked', events: [] })
  expect(stub.calls).toHaveLength(1)
})
