import type { Shipment } from '@postroom/contract/shipment'
import { webhookMessageSchema } from '@postroom/contract/webhook-event'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CarrierPort, TrackingEvent } from '../../carriers/carrier-port.ts'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { defaultCarrier, purchaseScene, replaceCarrier, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { reportingDevice } from '../../testing/reporting-device.ts'
import { asOwner } from '../../testing/test-database.ts'
import { webhookScene, type WebhookScene } from '../../testing/webhook-scene.ts'
import { queueLowBalanceNotices } from '../accounts/watch-balances.ts'
import { claimRows, recordRowOutcome } from '../batches/batch-queue.store.ts'
import { startBuyingBatches } from '../batches/buy-batches.ts'
import { applyOutcome } from '../shipments/purchase/apply-outcome.ts'
import { buyBatchRow } from '../shipments/purchase/buy-batch-row.ts'
import { findByKey } from '../shipments/purchase/purchase.store.ts'
import { shipmentsToFollow } from '../tracking/shipments-to-follow.store.ts'
import { claimTracking, keepAnswer } from '../tracking/tracking.store.ts'
import { eventOf, reportEvents } from './report-events.store.ts'

let scene: PurchaseScene
let sandbox: CarrierPort
let hooks: WebhookScene
beforeAll(async () => {
  scene = await purchaseScene(0, { wait_ms: 300 })
  sandbox = defaultCarrier(scene.context)
})
afterAll(() => scene.close())
beforeEach(async () => {
  hooks = await webhookScene(scene)
  replaceCarrier(scene.context, sandbox)
})
afterEach(async () => {
  hooks.receiver.stop()
  await asOwner(scene.database.url, 'delete from webhook; delete from webhook_event')
})

const buy = async (key: string) => (await hooks.buyer.buy(key)).json<Shipment>()
const buyTwo = async (key: string) =>
  (await hooks.buyer.buy(key, hooks.buyer.draft({ meta_data: { quantity: 2 } }))).json<Shipment>()
const voidIt = ({ id }: Shipment) =>
  hooks.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong address' })
const carrier = (call: 'purchase' | 'void', answer: 'refused') =>
  setSandboxSwitch(scene.context.db, { call, answer, delay_ms: 0, remaining: 1 })
const stored = async () =>
  (await asOwner(scene.database.url, 'select type, data from webhook_event order by n')).rows as object[]

/** What arrived, each as the contract has it. */
async function arrived(): Promise<unknown[]> {
  await hooks.deliverAll()
  return hooks.receiver.received.map(({ body }) => {
    const { type, data } = webhookMessageSchema.parse(JSON.parse(body))
    return [type, data]
  })
}

it('of a purchase, and of its voids', async () => {
  await hooks.create()
  const { id, item_numbers } = await buyTwo('bought-and-voided')
  expect(item_numbers).toHaveLength(2)
  await carrier('void', 'refused')
  await voidIt({ id } as Shipment)
  await voidIt({ id } as Shipment)
  const its = { shipment_id: id, pending_id: 'bought-and-voided' }
  expect(await arrived()).toEqual([
    ['shipment.bought', { ...its, item_numbers }],
    ['shipment.void_refused', its],
    ['shipment.voided', its],
  ])
  await carrier('purchase', 'refused')
  await buy('refused-by-carrier')
  expect((await arrived()).slice(3)).toMatchObject([['shipment.rejected', { pending_id: 'refused-by-carrier' }]])
})

const unknown = async () => ({ kind: 'unknown' as const })

it('of a purchase that the carrier never knew, once', async () => {
  await hooks.create()
  replaceCarrier(scene.context, { purchase: unknown, resolve: unknown })
  await buy('never-known')
  const purchase = (await findByKey(scene.context.db, hooks.buyer.organisation, 'never-known'))!
  const settle = () => applyOutcome(scene.context, purchase, { kind: 'tombstoned' })
  await Promise.all([settle(), settle()])
  expect(await arrived()).toEqual([['shipment.cancelled', { shipment_id: purchase.id, pending_id: 'never-known' }]])
})

it('of a print that a user confirms, and one that a device manager reports, each once', async () => {
  await hooks.create({ events: ['shipment.printed'] })
  const [byHand, byDevice] = [await buy('printed-by-hand'), await buy('printed-by-device')]
  await hooks.buyer.put(`/stamp/v1/shipment/${byHand.id}/printed`, {})
  await hooks.buyer.put(`/stamp/v1/shipment/${byHand.id}/printed`, {})
  const device = await reportingDevice(scene, hooks.buyer.organisation)
  const { type, url, sha256, width_mm, height_mm, pages } = byDevice.docs.find((doc) => doc.type === 'label')!
  const job_id = `${byDevice.id}:first:label`
  const documents = [{ type, url, sha256, width_mm, height_mm, pages }]
  const args = { job_id, kind: 'mailing', title: 'Label', documents }
  await hooks.buyer.post(`/iot/v1/hub/${device.hub}/request`, { op: 'print', args, expires_in_ms: 15_000 })
  await device.report([{ job_id, state: 'printed' }])
  await device.report([{ job_id, state: 'printed' }])
  expect(await arrived()).toEqual([
    ['shipment.printed', { shipment_id: byHand.id, pending_id: 'printed-by-hand' }],
    ['shipment.printed', { shipment_id: byDevice.id, pending_id: 'printed-by-device' }],
  ])
})

it('of each scan of the carrier once, without its words and its place', async () => {
  await hooks.create({ events: ['shipment.tracked', 'shipment.delivered', 'shipment.returned'] })
  const { id, item_numbers } = await buy('on-its-way')
  const scan = (code: TrackingEvent['code'], hour: string): TrackingEvent => {
    const at = new Date(`2026-11-20T${hour}:00:00Z`)
    return { item_number: item_numbers[0]!, at, code, description: 'For Idris Pembroke', place: 'Cardiff' }
  }
  const scans = [scan('returned', '15'), scan('delivered', '14'), scan('in_transit', '12')]
  const keep = (events: TrackingEvent[]) =>
    keepAnswer(scene.context.db, id, { events, as_of: new Date(), is_final: false })
  await claimTracking(scene.context.db, id, new Date(), 0)
  await keep(scans.slice(1))
  await keep(scans)
  const its = { shipment_id: id, pending_id: 'on-its-way', item_number: item_numbers[0] }
  expect(await arrived()).toEqual([
    ['shipment.tracked', { ...its, code: 'in_transit', at: '2026-11-20T12:00:00.000Z' }],
    ['shipment.delivered', { ...its, code: 'delivered', at: '2026-11-20T14:00:00.000Z' }],
    ['shipment.returned', { ...its, code: 'returned', at: '2026-11-20T15:00:00.000Z' }],
  ])
})

/** The shipments that the carrier is asked about next. */
const asked = async () =>
  (await shipmentsToFollow(scene.context.db, [DEFAULT_CARRIER.code], scene.context.now(), 100)).map(({ id }) => id)

it('the carrier is asked about tracked shipments while a webhook wants its scans', async () => {
  const parcel = { packaging: 'small_parcel' as const, weight: { value: 400 } }
  const draft = hooks.buyer.draft({ service: 'TR24', options: [{ code: 'tracked' }], parcels: [parcel] })
  const { id } = (await hooks.buyer.buy('asked-about', draft)).json<Shipment>()
  const { webhook } = await hooks.create({ events: ['shipment.delivered'] })
  expect(await asked()).toEqual([id])
  await hooks.ask('PUT', `/${webhook.id}`, { events: ['shipment.bought'] })
  expect(await asked()).toEqual([])
  await hooks.ask('PUT', `/${webhook.id}`, { events: ['shipment.tracked'], state: 'paused' })
  expect(await asked()).toEqual([])
})

const post = (id: string, rows: number, test = false) =>
  hooks.buyer.post(`/stamp/v1/shipment/batch?batch_id=${id}&test=${test}`, {
    rows: Array.from({ length: rows }, (_, n) => ({ key: `${id}-${n}`, shipment: hooks.buyer.draft() })),
  })

it('of a batch when its last row has ended, and of one that is stopped; not of a test', async () => {
  await hooks.create({ events: ['batch.finished'] })
  expect((await post('stopped-batch', 2)).statusCode).toBe(202)
  for (let n = 0; n < 2; n++) await hooks.buyer.post('/stamp/v1/shipment/batch/stopped-batch/stop')
  await carrier('purchase', 'refused')
  await post('finished-batch', 5)
  await post('batch-of-tests', 1, true)
  const stop = startBuyingBatches(scene.context, buyBatchRow, quietLog)
  await expect.poll(async () => (await stored()).length, { timeout: 20_000 }).toBe(2)
  const states = async () =>
    (await asOwner(scene.database.url, `select from batch_row where state in ('waiting', 'buying')`)).rows
  await expect.poll(async () => (await states()).length, { timeout: 20_000 }).toBe(0)
  await stop()
  expect(await arrived()).toEqual([
    ['batch.finished', { batch_id: 'stopped-batch', bought: 0, failed: 0, stopped: 2 }],
    ['batch.finished', { batch_id: 'finished-batch', bought: 4, failed: 1, stopped: 0 }],
  ])
})

it('of a batch whose last two rows end at the same time, once', async () => {
  await hooks.create({ events: ['batch.finished'] })
  await post('ends-twice', 2)
  const { db } = scene.context
  const [one, two] = await claimRows(db, { lease_ms: 60_000, each: 2, limit: 2 })
  const outcome = { state: 'failed', error: { code: 'budget_exceeded', description: '' } } as const
  const first = await db.startTransaction().execute()
  await recordRowOutcome(first, one!, outcome)
  const second = inTransaction(db, (tx) => recordRowOutcome(tx, two!, outcome))
  const waiting = async () =>
    (
      await asOwner(
        scene.database.url,
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows.length
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
  await first.commit().execute()
  await second
  expect(await arrived()).toEqual([['batch.finished', { batch_id: 'ends-twice', bought: 0, failed: 2, stopped: 0 }]])
})

it('of a balance that falls below its threshold, once', async () => {
  await hooks.create()
  await asOwner(
    scene.database.url,
    `update carrier_account set low_balance = 10001 where id = '${hooks.buyer.account}'`,
  )
  await Promise.all([queueLowBalanceNotices(scene.context), queueLowBalanceNotices(scene.context)])
  const data = { account_id: hooks.buyer.account, balance: 100_00, low_balance: 100_01 }
  expect(await arrived()).toEqual([['balance.low', data]])
})

it('is stored only where its organisation wants it, and with what it is about', async () => {
  await buy('nobody-asks')
  const other = await webhookScene(scene)
  await other.create()
  await hooks.create({ events: ['shipment.voided'] })
  const shipment = await buy('not-chosen')
  expect(await stored()).toEqual([])
  const purchase = (await findByKey(scene.context.db, hooks.buyer.organisation, 'not-chosen'))!
  await expect(
    inTransaction(scene.context.db, async (tx) => {
      await reportEvents(tx, eventOf(purchase, 'shipment.voided', {}))
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await stored()).toEqual([])
  await voidIt(shipment)
  expect(await stored()).toHaveLength(1)
  await hooks.deliverAll()
  other.receiver.stop()
  expect([hooks.receiver.types(), other.receiver.types()]).toEqual([['shipment.voided'], []])
})
