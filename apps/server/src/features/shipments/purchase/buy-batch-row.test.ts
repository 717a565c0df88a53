import { shipmentDraftSchema, type Shipment } from '@postroom/contract/shipment'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Log } from '../../../log.ts'
import { copyRow } from '../../../testing/copied-rows.ts'
import { aBuyer, defaultCarrier, purchaseScene, replaceCarrier } from '../../../testing/purchase-scene.ts'
import type { Buyer, PurchaseScene } from '../../../testing/purchase-scene.ts'
import { quietLog } from '../../../testing/quiet-log.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { buyBatchRow } from './buy-batch-row.ts'

let scene: PurchaseScene
let buyer: Buyer
let user: string
let logged: string[]
const log: Log = { ...quietLog, error: (_facts, message) => void logged.push(message) }
beforeAll(async () => {
  scene = await purchaseScene(0, { wait_ms: 10 })
})
afterAll(() => scene.close())
beforeEach(async () => {
  await anotherBuyer()
  logged = []
  scene.context.checkpoint = () => {}
})

async function anotherBuyer(): Promise<void> {
  buyer = await aBuyer(scene, 100_00)
  const { rows } = await asOwner(
    scene.database.url,
    `select id from app_user where organisation_id = '${buyer.organisation}'`,
  )
  user = (rows[0] as { id: string }).id
}

function buyRow(test: 'true' | 'false' = 'false', change: object = {}) {
  const terms = { pricing: undefined, with_pickup: 'false', handling_charge: 0, test }
  const shipment = shipmentDraftSchema.parse(buyer.draft(change))
  const row = { organisation_id: buyer.organisation, batch_id: 'batch', position: 0, created_by: user, terms, shipment }
  return buyBatchRow(scene.context, { ...row, key: randomUUID() } as never, log)
}

/** Copies of a test print of this age, so that there are `count` in all. */
async function testPrints(count: number, age: string): Promise<void> {
  const { id } = (await buyer.buy(randomUUID(), buyer.draft(), { test: true })).json<Shipment>()
  const changes = `'id', gen_random_uuid(), 'idem_key', 'test-' || nth, 'created_at', created_at - interval '${age}'`
  await copyRow(scene.database.url, { table: 'purchase', where: `id = '${id}'`, changes }, count - 1)
}

it('is bought, or fails for what another call would not change', async () => {
  expect(await buyRow()).toEqual({ state: 'bought', purchase_id: expect.any(String) })
  expect(await buyRow('false', { by: randomUUID() })).toMatchObject({
    state: 'failed',
    error: { code: 'invalid_request' },
  })
  expect(logged).toEqual([])
})

it('waits for a refusal that ends within a minute, and fails for one that lasts longer', async () => {
  await testPrints(30, '30 seconds')
  expect(await buyRow('true')).toEqual({ state: 'waiting', again_s: 60 })
  await anotherBuyer()
  await testPrints(600, '23 hours')
  expect(await buyRow('true')).toMatchObject({ state: 'failed', error: { code: 'test_print_limit' } })
})

it('is asked about again in a second while the carrier is silent', async () => {
  const port = defaultCarrier(scene.context)
  replaceCarrier(scene.context, { purchase: async () => ({ kind: 'unknown' }) })
  expect(await buyRow()).toEqual({ state: 'unknown', purchase_id: expect.any(String), again_s: 1 })
  replaceCarrier(scene.context, port)
})

it.each([
  ['waits a second while the database is away', { code: '57P01' }, { state: 'waiting', again_s: 1 }, []],
  [
    'fails for an error of the server, which is in the log',
    {},
    { state: 'failed', error: { code: 'internal_error' } },
    ['could not buy a row of a batch'],
  ],
])('%s', async (_what, facts, outcome, messages) => {
  scene.context.checkpoint = (point) => {
    if (point === 'before_t1') throw Object.assign(new Error('stopped'), facts)
  }
  expect(await buyRow()).toMatchObject(outcome)
  expect(logged).toEqual(messages)
})
