import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import type { Tracking } from '@postroom/contract/shipment-tracking'
import type { VoidAnswer } from '@postroom/contract/shipment-void'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { brokenInvariants } from '../../features/ledger/invariants.store.ts'
import { settleOverdue } from '../../features/shipments/purchase/settle-purchases.ts'
import { sealUnder } from '../../sealed-text.ts'
import { PRICE } from '../../testing/purchase-scene.ts'
import type { CallName } from '../../testing/shipping-v3/description.ts'
import type { Fault } from '../../testing/shipping-v3/faults.ts'
import type { StubShipment } from '../../testing/shipping-v3/shipments.ts'
import { TrackingStub } from '../../testing/royal-mail-tracking/tracking-stub.ts'
import { LOGIN, sellAt, shippingV3Scene, type ShippingV3Scene } from '../../testing/shipping-v3/shipping-v3-scene.ts'
import { labelOf } from '../../testing/shipping-v3/shipping-v3-stub.ts'
import { asOwner } from '../../testing/test-database.ts'
import { endLogin, saveLogin } from './login.store.ts'

const CREDIT = 100_00
const SIGNED_FOR: Partial<ShipmentDraftInput> = { service: '1SF', options: [{ code: 'signed_for' }] }
const KEY = 'bought-at-the-stub'

let scene: ShippingV3Scene
beforeEach(async () => {
  scene = await shippingV3Scene(CREDIT)
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
const labelFile = ({ docs }: Shipment) => docs.find(({ type }) => type === 'label')!
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** What Royal Mail will ask money for. */
const paid = (): StubShipment[] => scene.account.shipments.filter(({ state }) => state === 'processed')

it('asks the tracking interface where items are, where it is connected', async () => {
  const shipment = await bought(SIGNED_FOR)
  const tracking = async () => (await scene.buyer.get(`/stamp/v1/shipment/${shipment.id}/tracking`)).json<Tracking>()
  expect(await tracking()).toMatchObject({ data: [], reason: 'not_connected' })
  const scan = {
    eventCode: 'EVKSP',
    eventName: 'Delivered',
    eventDateTime: '2026-11-20T11:30:00Z',
    locationName: 'Cardiff DO',
  }
  const interfaceStub = await TrackingStub.start(() => [scan])
  sellAt(scene, scene.stub, { tracking: interfaceStub.connection })
  expect(await tracking()).toMatchObject({ data: [{ code: 'delivered', item_number: shipment.item_numbers[0] }] })
  await interfaceStub.stop()
})

it('allocates one shipment with our reference, and prints the label of the carrier unchanged', async () => {
  const shipment = await bought(SIGNED_FOR)
  const [made] = scene.account.shipments
  expect(scene.account.shipments).toHaveLength(1)
  expect(shipment.item_numbers).toEqual([made!.trackingNumber])
  expect(made!.request).toMatchObject({
    Shipper: { ShipperReference: shipment.id },
    Destination: { ContactName: 'Idris Pembroke', Postcode: 'NW1 8LH', CountryCode: 'GB' },
    ShipmentInformation: {
      ShipmentAction: 'Allocate',
      ServiceCode: 'STL1',
      ServiceOptions: { PostingLocation: LOGIN.posting_location, ServiceFormat: 'F', RecordedSignedFor: true },
      TotalWeight: 80,
      WeightUnitOfMeasure: 'Grams',
    },
  })
  expect(labelFile(shipment)).toMatchObject({ status: 'ready', width_mm: 101.6, height_mm: 152.4, pages: 1 })
  const { pathname, search } = new URL(labelFile(shipment).url)
  const label = await scene.app.inject({ url: pathname + search })
  expect(label.rawPayload.equals(await labelOf(made!, scene.account.format))).toBe(true)
  expect(await scene.buyer.balance()).toBe(CREDIT - shipment.amount)
})

it('buys an item without a tracking number, under the identifier of its shipment', async () => {
  expect((await bought()).item_numbers).toEqual([scene.account.shipments[0]!.id])
})

it('sells no service without a code of the carrier', async () => {
  const rates = await scene.buyer.post('/stamp/v1/shipment/rate', {
    options: [],
    shipping_date: '2026-11-20',
    to: { country: 'GB' },
    parcels: [{ packaging: 'letter', weight: { value: 80, units: 'G' } }],
  })
  const offered = rates.json<{ data: { service: { code: string } }[] }>().data.map(({ service }) => service.code)
  expect(offered).toContain('1')
  expect(offered).not.toContain('1PP')
})

test.each<[string, Partial<ShipmentDraftInput>, string]>([
  ['several labels', { meta_data: { quantity: 2 } }, 'one label at a time'],
  [
    'an address line that is too long',
    {
      to: {
        name: 'Idris Pembroke',
        address1: 'The Old Bookbinders, 17 Chalcot Road',
        city: 'London',
        postal_code: 'NW1 8LH',
      },
    },
    'Shorten the address',
  ],
])('does not ask for %s', async (_case, change, reads) => {
  expect((await buy(change)).body).toContain(reads)
  expect(scene.stub.calls).toEqual([])
  expect(await scene.buyer.balance()).toBe(CREDIT)
})

const NOT_CONFIRMED = 'did not confirm the shipment, so nothing was bought'
const LOGIN_REFUSED = 'refused the user name or password'

/** A call that goes wrong, the state in which the purchase ends, and what the user reads. */
const FAULTS: [string, CallName, Fault, { state: Shipment['status']; reads?: string }][] = [
  ['the number of a package spelt correctly', 'create', { kind: 'other_spelling' }, { state: 'bought' }],
  ['a package without a number', 'create', { kind: 'no_occurrence' }, { state: 'rejected', reads: NOT_CONFIRMED }],
  ['a token that has expired', 'create', { kind: 'unauthorised' }, { state: 'bought' }],
  ['a token that expires before the label', 'label', { kind: 'unauthorised' }, { state: 'bought' }],
  [
    'a refusal with several errors',
    'create',
    { kind: 'refused', messages: ['The postcode is required.', 'The town is required.'] },
    { state: 'rejected', reads: 'The postcode is required. The town is required.' },
  ],
  [
    'a refusal of the gateway',
    'create',
    { kind: 'gateway', httpCode: 403, moreInformation: 'Not registered to plan' },
    { state: 'rejected', reads: 'Not registered to plan' },
  ],
  ['a shipment whose answer is lost', 'create', { kind: 'lost' }, { state: 'rejected', reads: NOT_CONFIRMED }],
  ['a connection that breaks first', 'create', { kind: 'dropped' }, { state: 'rejected', reads: NOT_CONFIRMED }],
  ['an error after it was made', 'create', { kind: 'failing' }, { state: 'rejected', reads: NOT_CONFIRMED }],
  ['an error before it is made', 'create', { kind: 'down' }, { state: 'rejected', reads: NOT_CONFIRMED }],
  ['an answer that is no JSON', 'create', { kind: 'gibberish' }, { state: 'rejected', reads: NOT_CONFIRMED }],
  [
    'an answer beyond the time limit',
    'create',
    { kind: 'slow', ms: 3_000 },
    { state: 'rejected', reads: NOT_CONFIRMED },
  ],
  ['too many calls, with a pause', 'create', { kind: 'too_many', retryAfterS: 1 }, { state: 'bought' }],
  [
    'too many calls, with a long pause',
    'create',
    { kind: 'too_many', retryAfterS: 30 },
    { state: 'rejected', reads: 'Royal Mail is busy. Try again in a minute.' },
  ],
  ['a label whose answer is lost', 'label', { kind: 'lost' }, { state: 'bought' }],
  ['a label that was not asked for', 'label', { kind: 'dropped' }, { state: 'bought' }],
  ['an error after the label was made', 'label', { kind: 'failing' }, { state: 'bought' }],
  ['an error before the label is made', 'label', { kind: 'down' }, { state: 'bought' }],
  ['a label that is no PDF, then one that is', 'label', { kind: 'not_a_pdf' }, { state: 'bought' }],
  ['an answer without a label', 'label', { kind: 'no_label' }, { state: 'bought' }],
  ['a label beyond the time limit', 'label', { kind: 'slow', ms: 3_000 }, { state: 'bought' }],
  ['a gateway that stops the label', 'label', { kind: 'gateway', httpCode: 403 }, { state: 'bought' }],
  [
    'a label that is refused',
    'label',
    { kind: 'refused', messages: ['The shipment date is in the past.'] },
    { state: 'rejected', reads: 'The shipment date is in the past.' },
  ],
  ['a login that is refused', 'token', { kind: 'unauthorised' }, { state: 'rejected', reads: LOGIN_REFUSED }],
  ['no answer to the login', 'token', { kind: 'lost' }, { state: 'rejected', reads: 'did not answer' }],
  ['a login that is no JSON', 'token', { kind: 'gibberish' }, { state: 'rejected', reads: 'did not answer' }],
]

describe('each fault has one end, and what is paid has a label', () => {
  test.each(FAULTS)('%s', async (_case, call, fault, { state, reads }) => {
    scene.stub.faults.plan(call, fault)
    const first = await buy(SIGNED_FOR)
    await scene.drain()
    const shipment = await shipmentNow()
    expect(shipment.status).toBe(state)
    if (reads !== undefined) {
      expect(first.json<ErrorBody>()).toMatchObject({ code: 'carrier_rejected' })
      expect(first.body).toContain(reads)
    }
    expect(paid().map(({ trackingNumber }) => trackingNumber)).toEqual(state === 'bought' ? shipment.item_numbers : [])
    if (state === 'bought') expect(labelFile(shipment).status).toBe('ready')
    expect(await scene.buyer.balance()).toBe(state === 'bought' ? CREDIT - shipment.amount : CREDIT)
  })
})

test.each([
  ['too large', { width_mm: 210, height_mm: 297 }, /labels of 210 × 297 mm and the chosen label is 102 × 152 mm/],
  ['too small', { width_mm: 60, height_mm: 90 }, /labels of 60 × 90 mm/],
])('cancels a shipment whose label is %s for the media', async (_case, format, reads) => {
  scene.account.format = format
  expect((await buy(SIGNED_FOR)).body).toMatch(reads)
  expect(scene.account.shipments.map(({ state }) => state)).toEqual(['cancelled'])
  expect(await scene.buyer.balance()).toBe(CREDIT)
})

it('keeps the money held while a label cannot be had, and cancels the shipment in the end', async () => {
  scene.stub.faults.random = (call) => (call === 'label' ? { kind: 'not_a_pdf' } : undefined)
  scene.stub.faults.plan('cancel', { kind: 'lost' })
  expect((await buy(SIGNED_FOR)).statusCode).toBe(202)
  await pass(350)
  await settleOverdue(scene.context)
  expect(await shipmentNow()).toMatchObject({ status: 'pending' })
  expect(await scene.buyer.balance()).toBeLessThan(CREDIT)
  await asOwner(scene.database.url, `update shipping_v3.reference set asked_at = asked_at - interval '16 minutes'`)
  await scene.drain()
  expect(await shipmentNow()).toMatchObject({ status: 'rejected' })
  expect(scene.account.shipments.map(({ state }) => state)).toEqual(['cancelled'])
  expect(scene.stub.count('cancel')).toBe(2)
  expect(await scene.buyer.balance()).toBe(CREDIT)
})

it('cancels a shipment that is confirmed after its purchase was abandoned', async () => {
  scene.stub.faults.plan('create', { kind: 'slow', ms: 1_500 })
  const buying = buy()
  await vi.waitFor(() => expect(scene.account.shipments).toHaveLength(1), { timeout: 5_000 })
  await asOwner(scene.database.url, `update shipping_v3.reference set state = 'rejected', reason = 'abandoned'`)
  await buying
  await scene.drain()
  expect((await shipmentNow()).status).toBe('rejected')
  expect(scene.account.shipments.map(({ state }) => state)).toEqual(['cancelled'])
  expect(await scene.buyer.balance()).toBe(CREDIT)
})

it('holds the money while the login is refused after the label may have been made, and finishes with a new password', async () => {
  scene.stub.faults.plan('label', { kind: 'lost' })
  expect((await buy(SIGNED_FOR)).statusCode).toBe(202)
  scene.account.password = 'another password'
  scene.stub.expireTokens()
  await pass(350)
  const { db, seal } = scene.context
  await saveLogin(db, seal, scene.buyer.account, { ...LOGIN, password: 'another password' })
  await scene.drain()
  expect(await shipmentNow()).toMatchObject({ status: 'bought' })
  expect(paid()).toHaveLength(1)
})

it('sells nothing without a login, and with one that cannot be read', async () => {
  const { db } = scene.context
  await endLogin(db, scene.buyer.account)
  expect((await buy()).body).toContain('is not connected to Royal Mail Shipping')
  await saveLogin(db, sealUnder('the secret of another server'), scene.buyer.account, LOGIN)
  expect((await scene.buyer.buy('with-an-unreadable-login')).body).toContain('is not connected to Royal Mail Shipping')
  expect(scene.stub.calls).toEqual([])
})

it('keeps no password in clear, and forgets a label with the people on it', async () => {
  const { id } = await bought()
  const logins = await asOwner(scene.database.url, 'select * from shipping_v3.login')
  expect(JSON.stringify(logins.rows)).not.toContain(LOGIN.password)
  await asOwner(scene.database.url, `select erase_party(array['${id}']::uuid[], 'to')`)
  const { rows } = await asOwner(scene.database.url, 'select length(label) as bytes from shipping_v3.reference')
  expect(rows).toEqual([{ bytes: 0 }])
  expect(labelFile(await shipmentNow()).status).toBe('pending')
})

describe('voiding', () => {
  test.each<[string, Fault[]]>([
    ['cancels the shipment, and refunds', []],
    ['ends when it was carried out and the answer lost', [{ kind: 'lost' }]],
    ['ends when it was not carried out', [{ kind: 'dropped' }]],
    ['ends when it was answered with an error', [{ kind: 'down' }]],
    ['ends when the token has expired', [{ kind: 'unauthorised' }]],
  ])('%s', async (_case, faults) => {
    const shipment = await bought()
    scene.stub.faults.plan('cancel', ...faults)
    await voided(shipment)
    await scene.drain()
    expect(await shipmentNow()).toMatchObject({ status: 'voided' })
    expect(scene.account.shipments.map(({ state }) => state)).toEqual(['cancelled'])
    expect(await scene.buyer.balance()).toBe(CREDIT)
  })

  it('is refused in the words of the carrier once the shipment is manifested', async () => {
    const shipment = await bought()
    scene.account.shipments[0]!.state = 'manifested'
    expect(await voided(shipment)).toMatchObject({
      message: expect.stringContaining('already been manifested') as string,
    })
    expect(await shipmentNow()).toMatchObject({ status: 'bought' })
    expect(await scene.buyer.balance()).toBe(CREDIT - PRICE)
  })
})
