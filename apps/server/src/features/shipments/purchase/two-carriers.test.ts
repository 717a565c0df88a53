import type { RateQuote } from '@postroom/contract/rate'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import type { VoidAnswer } from '@postroom/contract/shipment-void'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { toPence } from '@postroom/domain/money'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { brokenAfterDrain, drain } from '../../../testing/after-the-drain.ts'
import { aCourier, type Courier } from '../../../testing/courier.ts'
import { PRICE, purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { insertAccount } from '../../accounts/account.store.ts'
import { verifyChains } from '../../audit/verify-chains.store.ts'
import { adjustCharge } from '../../ledger/adjust-charge.rule.ts'
import { checkBooks } from '../../ledger/check-books.store.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'
import { creditAccount } from '../../ledger/ledger.store.ts'

const CREDIT = 100_00
const HANDLING = 75
const COURIER = 'DX'

let scene: PurchaseScene
let courier: Courier
/** The organisation's account at the courier; the buyer's own is at the default carrier. */
let courierAccount: string
beforeEach(async () => {
  scene = await purchaseScene(CREDIT)
  await asOwner(scene.database.url, `insert into carrier (code, name) values ('${COURIER}', 'Dyfi Couriers')`)
  courier = aCourier()
  scene.context.carriers = { ...scene.context.carriers, [COURIER]: courier }
  const { db } = scene.context
  const { organisation } = scene.buyer
  const account = { organisation_id: organisation, carrier_code: COURIER, name: 'Courier' }
  courierAccount = (await insertAccount(db, account)).id
  await creditAccount(db, courierAccount, toPence(CREDIT))
})
afterEach(async () => {
  await booksAreRight()
  await scene.close()
})

async function booksAreRight(): Promise<void> {
  const { db } = scene.context
  expect(await brokenInvariants(db)).toEqual([])
  expect((await checkBooks(db))?.broken).toEqual([])
  expect((await verifyChains(db)).broken).toEqual([])
}

const byCourier = (change: Partial<ShipmentDraftInput> = {}) =>
  scene.buyer.draft({ by: courierAccount, carrier: COURIER, ...change })

async function bought(key: string, draft?: ShipmentDraftInput): Promise<Shipment> {
  const answer = await scene.buyer.buy(key, draft, { query: { handling_charge: String(HANDLING) } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Shipment>()
}

const voided = async ({ id }: Shipment) =>
  (await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong' })).json<VoidAnswer>()

async function balances(): Promise<Record<string, number>> {
  const rows = await scene.context.db.selectFrom('account').select(['id', 'balance']).execute()
  const names = new Map([
    [`cust:${scene.buyer.account}`, 'customer'],
    [`cust:${courierAccount}`, 'customer at the courier'],
  ])
  const named = rows.map(({ id, balance }) => [names.get(id) ?? id, balance] as const)
  return Object.fromEntries(named.filter(([id, balance]) => balance !== 0 && id !== 'bank'))
}

const labelOf = ({ docs }: Shipment) => docs.find(({ type }) => type === 'label')

it('each carrier of an organisation has its own clearing account, label and price; the books balance', async () => {
  courier.charges = [toPence(300)]
  const posted = await bought('by-the-post')
  const couriered = await bought('by-the-courier', byCourier())
  expect([posted.carrier, couriered.carrier]).toEqual([DEFAULT_CARRIER.code, COURIER])
  expect([posted.amount, couriered.amount]).toEqual([PRICE + HANDLING, 300 + HANDLING])
  expect(await balances()).toEqual({
    customer: CREDIT - PRICE - HANDLING,
    'customer at the courier': CREDIT - 300 - HANDLING,
    [`carrier:${DEFAULT_CARRIER.code}`]: PRICE,
    [`carrier:${COURIER}`]: 300,
    'revenue:fees': 2 * HANDLING,
  })
  expect(labelOf(posted)).toMatchObject({ status: 'ready', width_mm: 101.6, height_mm: 152.4 })
  expect(labelOf(couriered)).toMatchObject({ status: 'ready', width_mm: 80, height_mm: 60 })
  await booksAreRight()

  expect(await voided(couriered)).toMatchObject({ status: 'voided', refund: { amount: 300 + HANDLING } })
  expect(courier.calls).toContain('void')
  expect(await balances()).toEqual({
    customer: CREDIT - PRICE - HANDLING,
    'customer at the courier': CREDIT,
    [`carrier:${DEFAULT_CARRIER.code}`]: PRICE,
    'revenue:fees': HANDLING,
  })
})

it('the platform pays a charge above the price, and a void refunds the platform', async () => {
  courier.charges = [toPence(PRICE + 45)]
  const couriered = await bought('above-the-price', byCourier())
  expect(couriered.amount).toBe(PRICE + HANDLING)
  expect(await balances()).toEqual({
    customer: CREDIT,
    'customer at the courier': CREDIT - PRICE - HANDLING,
    'platform:loss': -45,
    [`carrier:${COURIER}`]: PRICE + 45,
    'revenue:fees': HANDLING,
  })
  await booksAreRight()
  expect(await voided(couriered)).toMatchObject({ refund: { amount: PRICE + HANDLING } })
  expect(await balances()).toEqual({ customer: CREDIT, 'customer at the courier': CREDIT })
})

it('adjustments by a later invoice never debit the customer, each reference is booked once, and a void refunds the rest', async () => {
  const couriered = await bought('invoiced-later', byCourier())
  const adjust = (reference: string, change: number, purchase = couriered.id) =>
    adjustCharge(scene.context.db, { purchase, reference, change: toPence(change) })

  expect(await adjust('INV-1', -20)).toEqual({ kind: 'booked', shared: { to_customer: 20, by_platform: 0 } })
  expect(await adjust('INV-1', -20)).toEqual({ kind: 'replayed' })
  expect(await adjust('INV-1', -30)).toEqual({ kind: 'refused', reason: 'reference_reused' })
  expect(await adjust('INV-2', 65)).toEqual({ kind: 'booked', shared: { to_customer: 0, by_platform: 65 } })
  expect(await adjust('INV-3', -PRICE - 46)).toEqual({ kind: 'refused', reason: 'adjustment_exceeds_charge' })
  expect(await balances()).toEqual({
    customer: CREDIT,
    'customer at the courier': CREDIT - PRICE - HANDLING + 20,
    'platform:loss': -65,
    [`carrier:${COURIER}`]: PRICE + 45,
    'revenue:fees': HANDLING,
  })
  await booksAreRight()

  await voided(couriered)
  expect(await balances()).toEqual({ customer: CREDIT, 'customer at the courier': CREDIT })
  await booksAreRight()
  expect(await adjust('INV-4', 30)).toEqual({ kind: 'booked', shared: { to_customer: 0, by_platform: 30 } })
  expect(await balances()).toMatchObject({ 'platform:loss': -30, [`carrier:${COURIER}`]: 30 })
})

it('when everything was refunded before a void, the void refunds nothing', async () => {
  const couriered = await bought('given-back', byCourier())
  const change = toPence(-PRICE)
  await adjustCharge(scene.context.db, { purchase: couriered.id, reference: 'INV-9', change })
  await voided(couriered)
  expect(await balances()).toEqual({ customer: CREDIT, 'customer at the courier': CREDIT })
})

it('the statement shows charges and adjustments, and no hold', async () => {
  courier.charges = [toPence(300)]
  const couriered = await bought('on-the-statement', byCourier())
  await adjustCharge(scene.context.db, { purchase: couriered.id, reference: 'INV-1', change: toPence(-20) })
  const lines = await scene.context.db
    .selectFrom('transfer')
    .select(['kind', 'amount'])
    .where('purchase_id', '=', couriered.id)
    .orderBy('id')
    .execute()
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['hold', PRICE + HANDLING],
    ['capture', 300],
    ['fee', HANDLING],
    ['release', PRICE - 300],
    ['adjustment', 20],
  ])
})

describe('when a carrier does not answer', () => {
  it('a purchase is settled with its own carrier', async () => {
    courier.silent = 'purchase'
    courier.charges = [toPence(300)]
    const answer = await scene.buyer.buy('lost-answer', byCourier())
    expect(answer.statusCode).toBe(202)
    await drain(scene.context)
    const again = await scene.buyer.buy('lost-answer', byCourier())
    expect(again.json()).toMatchObject({ status: 'bought', amount: 300, item_numbers: ['DX1000001'] })
    expect(courier.calls).toContain('resolve')
  })

  it('a void is settled with its own carrier', async () => {
    const couriered = await bought('lost-void', byCourier())
    courier.silent = 'void'
    expect(await voided(couriered)).toMatchObject({ status: 'void_requested' })
    await drain(scene.context)
    expect(courier.calls.filter((call) => call === 'void')).toHaveLength(2)
    expect(await balances()).toEqual({ customer: CREDIT, 'customer at the courier': CREDIT })
  })
})

it('an impossible charge counts as no answer: the money stays held', async () => {
  courier.charges = [toPence(0)]
  const answer = await scene.buyer.buy('free-postage', byCourier())
  expect(answer.statusCode).toBe(202)
  expect(await balances()).toMatchObject({ [`held:${courierAccount}`]: PRICE })
})

it('both carriers may use the same number', async () => {
  const posted = await bought('first-number')
  courier = aCourier(posted.item_numbers[0]!.replace(/^(..)(.*)..$/, '$1$2'))
  scene.context.carriers = {
    ...scene.context.carriers,
    [COURIER]: {
      ...courier,
      purchase: async () => ({
        kind: 'accepted',
        carrier_no: posted.item_numbers[0]!,
        further_nos: [],
      }),
    },
  }
  const couriered = await bought('second-number', byCourier())
  expect(couriered.item_numbers).toEqual(posted.item_numbers)
  expect((await brokenAfterDrain(scene.context.db)).map(({ broken }) => broken)).toEqual(['I9']) // known to the courier only
})

it("services, rates and the catalogue are those of the account's carrier", async () => {
  const { by: _by, ...item } = byCourier()
  const request = { ...item, from: { country: 'GB' }, to: { country: 'GB' }, service: undefined }
  const rated = await scene.buyer.post('/stamp/v1/shipment/rate', request)
  const { data, messages } = rated.json<{
    data: RateQuote[]
    messages: { code: string; service?: { code: string } }[]
  }>()
  expect(data.map(({ service }) => service.code)).toEqual(['1'])
  expect(messages.find(({ service }) => service?.code === '2')?.code).toBe('service_not_available')
  const catalogue = await scene.buyer.get(`/stamp/v1/carriers/${COURIER}/services`)
  const services = catalogue.json<{ data: { code: string; available: boolean }[] }>().data
  expect(services.filter(({ available }) => available).map(({ code }) => code)).toEqual(['1'])
  expect((await scene.buyer.get('/stamp/v1/carriers/ZZ/services')).statusCode).toBe(404)
  const other = await scene.buyer.buy('not-sold-here', byCourier({ service: '2' }))
  expect(other.json()).toMatchObject({ code: 'service_not_available' })
})

it('tracking asks the carrier of the purchase', async () => {
  const couriered = await bought('on-its-way', byCourier())
  await scene.buyer.get(`/stamp/v1/shipment/${couriered.id}/tracking`)
  const { tracking_type } = couriered.meta_data
  expect(courier.calls.includes('track')).toBe(tracking_type !== 'none')
})

it('a purchase names the carrier of its account', async () => {
  const answer = await scene.buyer.buy('another-carrier', byCourier({ carrier: DEFAULT_CARRIER.code }))
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { fields: [{ field: 'carrier', code: 'not_allowed' }] },
  ])
})

describe('the database refuses', () => {
  test.each([
    [
      'an account at a carrier without a row',
      `insert into carrier_account (organisation_id, carrier_code, name)
       select id, 'ZZ', 'Nobody' from organisation limit 1`,
      'carrier_account_carrier_code_fkey',
    ],
    [
      'a purchase at another carrier than its account’s',
      `update purchase set carrier_code = 'RM' where id = '{bought}'`,
      'carrier_of_account',
    ],
    [
      'money for a carrier without a row',
      `select post('{bought}', 'adjustment', 'platform:loss', 'carrier:ZZ', 1)`,
      'transfer_credit_fkey',
    ],
    [
      'money for another carrier',
      `select post('{bought}', 'adjustment', 'platform:loss', 'carrier:RM', 1)`,
      'belongs to another carrier',
    ],
    [
      'an adjustment that debits the customer',
      `select post('{bought}', 'adjustment', 'cust:{account}', 'carrier:DX', 1)`,
      'movement_allowed',
    ],
    [
      'an adjustment in favour of somebody else',
      `select post('{bought}', 'adjustment', 'carrier:DX', 'cust:{other}', 1)`,
      'not given back to the penny',
    ],
    [
      'a refund above the payment',
      `select post('{bought}', 'adjustment', 'carrier:DX', 'cust:{account}', ${PRICE + 1})`,
      'not given back to the penny',
    ],
    [
      'an adjustment without a charge',
      `select post('{bought}', 'adjustment', 'platform:loss', 'carrier:DX', 1)`,
      'not what the carrier charged',
    ],
    [
      'a repeated reference',
      `insert into carrier_adjustment select 'DX', 'INV', '{bought}', 1, false from generate_series(1, 2)`,
      'carrier_adjustment_pkey',
    ],
    [
      'an adjustment of zero',
      `insert into carrier_adjustment values ('DX', 'INV', '{bought}', 0, false)`,
      'change_check',
    ],
    ['a charge of zero', `update purchase set charged = 0 where id = '{bought}'`, 'charged_positive'],
    ['a carrier with a malformed code', `insert into carrier values ('rm', 'Royal Mail')`, 'carrier_code_check'],
  ])('%s', async (_what, statement, guard) => {
    const { id } = await bought('refused-by-tables', byCourier())
    const filled = statement
      .replaceAll('{bought}', id)
      .replaceAll('{account}', courierAccount)
      .replaceAll('{other}', scene.buyer.account)
    await expect(asOwner(scene.database.url, filled)).rejects.toThrow(guard)
  })
})
