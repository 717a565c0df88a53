import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import type { VoidAnswer } from '@postroom/contract/shipment-void'
import { settleOverdue } from '../../features/shipments/purchase/settle-purchases.ts'
import { sealUnder } from '../../sealed-text.ts'
import { everyNth } from '@postroom/domain/testing/sweep'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { brokenInvariants } from '../../features/ledger/invariants.store.ts'
import { clickAndDropScene, type ClickAndDropScene } from '../../testing/click-and-drop/click-and-drop-scene.ts'
import type { CallName } from '../../testing/click-and-drop/description.ts'
import type { Fault } from '../../testing/click-and-drop/faults.ts'
import { stubLabel } from '../../testing/click-and-drop/stub-label.ts'
import { PRICE } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { connectAccount, endConnection } from './connection.store.ts'

const CREDIT = 100_00
const SIGNED_FOR: Partial<ShipmentDraftInput> = { service: '1SF', options: [{ code: 'signed_for' }] }
const KEY = 'bought-at-the-stub'

let scene: ClickAndDropScene
beforeEach(async () => {
  scene = await clickAndDropScene(CREDIT)
})
afterEach(async () => {
  const { stub, context } = scene
  expect(stub.violations).toEqual([])
  expect(await brokenInvariants(context.db)).toEqual([])
  await scene.close()
})

const buy = (change: Partial<ShipmentDraftInput> = {}) => scene.buyer.buy(KEY, scene.buyer.draft(change))
const shipmentNow = async (): Promise<Shipment> => {
  const { id } = await scene.context.db
    .selectFrom('purchase')
    .select('id')
    .where('idem_key', '=', KEY)
    .executeTakeFirstOrThrow()
  return (await scene.buyer.get(`/stamp/v1/shipment/${id}`)).json<Shipment>()
}
const bought = async (change: Partial<ShipmentDraftInput> = {}): Promise<Shipment> => {
  const answer = await buy(change)
  expect([200, 202], answer.body).toContain(answer.statusCode)
  await scene.drain()
  return shipmentNow()
}
const voided = async ({ id }: Shipment): Promise<VoidAnswer> =>
  (await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong' })).json<VoidAnswer>()
const labelOf = ({ docs }: Shipment) => docs.find(({ type }) => type === 'label')!
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const anyRequest = async () => {
  const other = await scene.buyer.buy('another-purchase')
  expect([200, 202]).toContain(other.statusCode)
  return orders()[0]!.request
}
/** The time of a pause has passed. */
const endPause = () => asOwner(scene.database.url, 'update call_line set next_at = clock_timestamp()')
const orders = () => scene.account.orders.all()

it('buys one order with our reference, and prints the label of the carrier unchanged', async () => {
  const shipment = await bought(SIGNED_FOR)
  const [order] = orders()
  expect(orders()).toHaveLength(1)
  expect(order!.info.orderReference).toBe(shipment.id)
  expect(shipment.item_numbers).toEqual([order!.info.trackingNumber])
  expect(order!.request).toMatchObject({
    recipient: { address: { fullName: 'Idris Pembroke', postcode: 'NW1 8LH', countryCode: 'GB' } },
    packages: [{ weightInGrams: 80, packageFormatIdentifier: 'largeLetter' }],
    postageDetails: { serviceCode: 'BPR1' },
  })
  expect(labelOf(shipment)).toMatchObject({ status: 'ready', width_mm: 101.6, height_mm: 152.4, pages: 1 })
  const { pathname, search } = new URL(labelOf(shipment).url)
  const label = await scene.app.inject({ url: pathname + search })
  expect(label.rawPayload.equals(await stubLabel(order!.info, scene.account.format))).toBe(true)
  expect(await scene.buyer.balance()).toBe(CREDIT - shipment.amount)
})

it('buys items without a number, and several at once', async () => {
  const shipment = await bought({ meta_data: { quantity: 3 } })
  expect(orders()).toHaveLength(1)
  expect(shipment.item_numbers).toEqual(
    ['', '-2', '-3'].map((end) => `1001-${shipment.id.slice(0, 8)}${end}`.toUpperCase()),
  )
  expect(labelOf(shipment)).toMatchObject({ status: 'ready', pages: 3 })
  expect(await scene.buyer.balance()).toBe(CREDIT - 3 * PRICE)
})

it('sells no service without a code of the carrier', async () => {
  const { data } = (
    await scene.buyer.post('/stamp/v1/shipment/rate', {
      options: [],
      shipping_date: '2026-11-20',
      to: { country: 'GB' },
      parcels: [{ packaging: 'letter', weight: { value: 80, units: 'G' } }],
    })
  ).json<{ data: { service: { code: string } }[] }>()
  const offered = data.map(({ service }) => service.code)
  expect(offered).toContain('1')
  expect(offered).not.toContain('1PP')
})

/** A call that goes wrong, the state in which the purchase ends, and what the user reads. */
const FAULTS: [string, CallName, Fault, { state: Shipment['status']; reads?: string; creations?: number }][] = [
  [
    'a failure listed in an answer with status 200',
    'create',
    { kind: 'failed', message: 'The postcode is not in the city.' },
    { state: 'rejected', reads: 'The postcode is not in the city.' },
  ],
  ['an order whose answer is lost', 'create', { kind: 'lost' }, { state: 'bought' }],
  ['a connection that breaks before anything is done', 'create', { kind: 'dropped' }, { state: 'cancelled' }],
  ['an error after the order was made', 'create', { kind: 'failing' }, { state: 'bought' }],
  ['an error before the order is made', 'create', { kind: 'down' }, { state: 'cancelled' }],
  ['too many calls, with a pause', 'create', { kind: 'too_many', retryAfterS: 1 }, { state: 'bought', creations: 2 }],
  ['too many calls, without a pause', 'create', { kind: 'too_many' }, { state: 'bought', creations: 2 }],
  [
    'too many calls, with a long pause',
    'create',
    { kind: 'too_many', retryAfterS: 30 },
    { state: 'rejected', reads: 'Royal Mail is busy. Try again in a minute.' },
  ],
  ['an order that is created without a label', 'create', { kind: 'no_label' }, { state: 'bought' }],
  ['a label that is no PDF, then one that is', 'create', { kind: 'not_a_pdf' }, { state: 'bought' }],
  ['an answer that is no JSON', 'create', { kind: 'gibberish' }, { state: 'bought' }],
  ['an answer beyond the time limit', 'create', { kind: 'slow', ms: 1_500 }, { state: 'bought' }],
]

describe('each fault has one end, and at most one order', () => {
  test.each(everyNth(4, FAULTS))('%s', async (_case, call, fault, { state, reads, creations = 1 }) => {
    scene.stub.faults.plan(call, fault)
    const first = await buy(SIGNED_FOR)
    await scene.drain()
    const shipment = await shipmentNow()
    expect(shipment.status).toBe(state)
    if (reads !== undefined) {
      expect(first.json<ErrorBody>()).toMatchObject({ code: 'carrier_rejected' })
      expect(first.body).toContain(reads)
    }
    expect(scene.stub.calls.filter((one) => one === 'create')).toHaveLength(creations)
    expect(orders()).toHaveLength(state === 'bought' ? 1 : 0)
    if (state === 'bought') expect(labelOf(shipment).status).toBe('ready')
    expect(await scene.buyer.balance()).toBe(state === 'bought' ? CREDIT - shipment.amount : CREDIT)
  })
})

it('sells nothing to an account that may not print labels, keeps no order, and asks only once', async () => {
  scene.account.isBusiness = false
  const first = await buy(SIGNED_FOR)
  expect(first.json<ErrorBody>()).toMatchObject({ code: 'carrier_rejected' })
  expect(first.body).toContain('may not print labels')
  expect(orders()).toEqual([])
  expect(scene.account.orders.deleted).toHaveLength(1)
  const again = await scene.buyer.buy('the-next-purchase')
  expect(again.body).toContain('may not print labels')
  expect(scene.stub.calls.filter((call) => call === 'create')).toHaveLength(1)
  expect(await scene.buyer.balance()).toBe(CREDIT)
})

it('sells nothing without a key, with an ended one, and with one that the carrier refuses', async () => {
  const { db, seal } = scene.context
  scene.stub.accounts.clear()
  expect((await buy()).body).toContain('Royal Mail refused the key')
  await endConnection(db, scene.buyer.account)
  expect((await scene.buyer.buy('with-an-ended-key')).body).toContain('is not connected to Click & Drop')
  await connectAccount(db, sealUnder('the secret of another server'), scene.buyer.account, 'a key')
  expect((await scene.buyer.buy('with-a-key-that-cannot-be-read')).body).toContain('is not connected to Click & Drop')
  await connectAccount(db, seal, scene.buyer.account, 'another key')
  scene.stub.open('another key')
  await scene.buyer.buy('with-a-new-key')
  await scene.drain()
  expect(await scene.buyer.balance()).toBe(CREDIT - PRICE)
})

it('keeps no key in clear', async () => {
  const { rows } = await asOwner(scene.database.url, 'select api_key from click_and_drop.connection')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('bindery')
})

test.each([
  ['too large', { width_mm: 210, height_mm: 297 }, /labels of 210 × 297 mm and the chosen label is 102 × 152 mm/],
  ['too small', { width_mm: 60, height_mm: 90 }, /labels of 60 × 90 mm/],
])('deletes an order whose label is %s for the media', async (_case, format, reads) => {
  scene.account.format = format
  expect((await buy(SIGNED_FOR)).body).toMatch(reads)
  expect(orders()).toEqual([])
  expect(await scene.buyer.balance()).toBe(CREDIT)
})

it('keeps the money held while a label cannot be had, and deletes the order in the end', async () => {
  scene.stub.faults.random = (call) => (call === 'create' || call === 'label' ? { kind: 'not_a_pdf' } : undefined)
  expect((await buy(SIGNED_FOR)).statusCode).toBe(202)
  expect(orders()).toHaveLength(1)
  await scene.drain()
  expect(await shipmentNow()).toMatchObject({ status: 'rejected' })
  expect(orders()).toEqual([])
  expect(await scene.buyer.balance()).toBe(CREDIT)
})

describe('an order that is not found', () => {
  it('may still appear for a while: the money stays held', async () => {
    await scene.close()
    scene = await clickAndDropScene(CREDIT, 60_000)
    scene.stub.faults.plan('create', { kind: 'dropped' })
    expect((await buy()).statusCode).toBe(202)
    for (let look = 0; look < 3; look++) {
      await pass(350)
      await settleOverdue(scene.context)
    }
    expect(await shipmentNow()).toMatchObject({ status: 'pending' })
    expect(scene.stub.calls.filter((call) => call === 'find')).toHaveLength(3)
    scene.account.orders.create({ ...(await anyRequest()), orderReference: (await shipmentNow()).id })
    await scene.drain()
    expect(await shipmentNow()).toMatchObject({ status: 'bought' })
  })

  it('counts as never made after two looks, not after one', async () => {
    scene.stub.faults.plan('create', { kind: 'dropped' })
    await buy()
    await pass(350)
    await settleOverdue(scene.context)
    expect(await shipmentNow()).toMatchObject({ status: 'pending' })
    await scene.drain()
    expect(await shipmentNow()).toMatchObject({ status: 'cancelled' })
  })
})

it('forgets a label with the people on it', async () => {
  const { id } = await bought()
  await asOwner(scene.database.url, `select erase_party(array['${id}']::uuid[], 'to')`)
  const { rows } = await asOwner(scene.database.url, 'select length(label) as bytes from click_and_drop.reference')
  expect(rows).toEqual([{ bytes: 0 }])
  expect(labelOf(await shipmentNow()).status).toBe('pending')
})

it('deletes an order that is made after it counted as never made', async () => {
  scene.stub.faults.plan('create', { kind: 'slow', ms: 900 })
  const buying = buy()
  await vi.waitFor(() => expect(orders()).toHaveLength(1), { timeout: 5_000 })
  await asOwner(scene.database.url, `update click_and_drop.reference set state = 'tombstoned'`)
  await buying
  await scene.drain()
  expect((await shipmentNow()).status).not.toBe('bought')
  expect(orders()).toEqual([])
  expect(await scene.buyer.balance()).toBe(CREDIT)
})

describe('voiding', () => {
  it('deletes the order, and refunds', async () => {
    expect(await voided(await bought())).toMatchObject({ status: 'voided' })
    expect(orders()).toEqual([])
    expect(await scene.buyer.balance()).toBe(CREDIT)
  })

  it('is refused in the words of the carrier once the order is manifested', async () => {
    const shipment = await bought()
    scene.account.orders.manifest()
    expect(await voided(shipment)).toMatchObject({ message: expect.stringContaining('has been manifested') as string })
    expect(await shipmentNow()).toMatchObject({ status: 'bought' })
    expect(await scene.buyer.balance()).toBe(CREDIT - PRICE)
  })

  test.each<[string, Fault]>([
    ['was carried out and the answer lost', { kind: 'lost' }],
    ['was not carried out', { kind: 'dropped' }],
    ['was answered with an error', { kind: 'down' }],
    ['came at a busy time', { kind: 'too_many', retryAfterS: 30 }],
  ])('ends, also when the first call %s', async (_case, fault) => {
    const shipment = await bought()
    scene.stub.faults.plan('remove', fault)
    await voided(shipment)
    if (fault.kind === 'too_many') await endPause()
    await scene.drain()
    expect(await shipmentNow()).toMatchObject({ status: 'voided' })
    expect(orders()).toEqual([])
    expect(await scene.buyer.balance()).toBe(CREDIT)
  })
})
