import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inTransaction } from '../../db/in-transaction.ts'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { untilWaiting } from '../../testing/test-database.ts'
import { devicePresence, isConnected, recordGrantRenewal } from './device-presence.ts'
import { saveHub } from './hub.store.ts'

let scene: PurchaseScene
let hub: string
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())
beforeEach(async () => {
  const { organisation } = scene.buyer
  const facts = { organisation_id: organisation, alias: 'Mailroom', public_key: randomBytes(32), paired_by: null }
  hub = await inTransaction(scene.context.db, (tx) => saveHub(tx, facts))
})

const seenAt = async () =>
  (await scene.context.db.selectFrom('hub').select('device_seen_at').where('id', '=', hub).executeTakeFirstOrThrow())
    .device_seen_at
const announced = async () => {
  const found = scene.context.db
    .selectFrom('hub_message')
    .select('payload')
    .where('hub_id', '=', hub)
    .where('keep', '=', false)
  return (await found.orderBy('t').execute()).map(({ payload }) => JSON.parse(payload) as object)
}
const CAME = { type: 'presence', connected: true }
const WENT = { type: 'presence', connected: false }

it('a device is announced once it counts as connected', async () => {
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const lock = inTransaction(scene.context.db, async (tx) => {
    await sql`select from hub where id = ${hub} for no key update`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  const come = devicePresence(scene.context, hub).come()
  await untilWaiting(scene.database.url, 1)
  expect(await announced()).toEqual([])
  released.resolve()
  await Promise.all([lock, come])
  expect(await announced()).toEqual([CAME])
  expect(await seenAt()).toEqual(scene.context.now())
})

it('a device that connects again is not announced as gone when its earlier connection ends', async () => {
  const [earlier, later] = [devicePresence(scene.context, hub), devicePresence(scene.context, hub)]
  await earlier.come()
  await later.come()
  await earlier.go()
  expect(await announced()).toEqual([CAME, CAME])
  expect(await seenAt()).not.toBeNull()
  await later.go()
  expect(await announced()).toEqual([CAME, CAME, WENT])
  expect(await seenAt()).toBeNull()
})

it('a device counts as connected when it has renewed its grant', async () => {
  await recordGrantRenewal(scene.context, hub)
  expect(await seenAt()).toEqual(scene.context.now())
})

it.each([
  ['embedded', 25_000],
  ['pubnub', 7 * 60_000],
] as const)('a device of the kind %s counts as connected for %i ms', (com, ms) => {
  const seen = new Date('2026-11-20T09:00:00Z')
  const after = (passed: number) => isConnected(seen, new Date(seen.getTime() + passed), com)
  expect([after(0), after(ms), after(ms + 1)]).toEqual([true, true, false])
  expect(isConnected(null, seen, com)).toBe(false)
})
