import type { CarrierInvoice } from '@postroom/contract/carrier-invoice'
import type { CheckedContractPrices, ContractPriceList } from '@postroom/contract/contract-price'
import type { ErrorBody } from '@postroom/contract/errors'
import type { rateShipment } from '@postroom/contract/rate'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { CONTRACT_COLUMNS } from '@postroom/domain/tariffs/contract-check'
import type { LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { aCustomer, anOperator, type Caller } from '../../testing/operators.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { importInvoice } from '../carrier-invoices/testing/invoices.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { bought, firstClass, listOf, pathOf, TODAY, TOMORROW } from './testing/contract-files.ts'

let scene: PurchaseScene
let operator: Caller
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  operator = await anOperator(scene)
})
afterAll(() => scene.close())

const add = (account: string, from = TOMORROW, file = firstClass(20), by = operator) =>
  by.send(pathOf(account, from), file)
const check = (account: string, file: string, from = TOMORROW) => operator.send(pathOf(account, from, '/check'), file)
const codeOf = (answer: LightMyRequestResponse) => answer.json<ErrorBody>().code
const withdraw = (id: string, by = operator) => by.post(`/stamp/v1/contractprices/${id}/withdraw`)
const lists = async (account: string, by = operator) =>
  (await by.get(`/stamp/v1/contractprices?account_id=${account}`)).json<{ data: ContractPriceList[] }>().data

const place = (address: { postal_code?: string | undefined } | undefined) => ({ postal_code: address?.postal_code })

/** The price of 1st Class for the usual item on a day. */
async function rated(by: Buyer, shipping_date: string, more: object = {}) {
  const { parcels, to, from } = by.draft()
  const body = { shipping_date, parcels, to: place(to), from: place(from), ...more }
  const answer = await by.post('/stamp/v1/shipment/rate', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<AnswerOf<typeof rateShipment>>().data.find(({ service }) => service.code === '1')!
}
const total = async (by: Buyer, day: string, more?: object) => (await rated(by, day, more)).charges.total_charge

describe('an account with a contract', () => {
  let customer: Buyer
  beforeAll(async () => {
    customer = await aBuyer(scene, 100_00)
    expect(listOf(await add(customer.account)).state).toBe('coming')
  })

  it('is rated with it from its first posting day on, and says so beside the published price', async () => {
    expect(await total(customer, TODAY)).toBe(PRICE)
    const quote = await rated(customer, TOMORROW)
    expect(quote.charges.total_charge).toBe(PRICE - 20)
    expect(quote.tariff).toMatchObject({ id: expect.stringMatching(/^online-contract-/), effective_from: TOMORROW })
    expect(quote.explanation.find(({ code }) => code === 'contract_price')?.values).toEqual({ published: PRICE })
    expect(await total(customer, TOMORROW, { by: customer.account })).toBe(PRICE - 20)
  })

  it('is named by its own users only', async () => {
    const foreign = { shipping_date: TOMORROW, parcels: scene.buyer.draft().parcels, by: customer.account }
    const answer = await scene.buyer.post('/stamp/v1/shipment/rate', foreign)
    expect([answer.statusCode, answer.json<ErrorBody>().fields]).toMatchObject([
      400,
      [{ field: 'by', code: 'not_allowed' }],
    ])
    expect(await total(scene.buyer, TOMORROW)).toBe(PRICE)
  })

  it('buys at it, and the invoice with these prices agrees to the penny', async () => {
    const before = await customer.balance()
    const shipments = [
      await bought(customer, 'contract-1', TOMORROW, PRICE - 20),
      await bought(customer, 'contract-2', TODAY),
    ]
    expect(await customer.balance()).toBe(before - (PRICE - 20) - PRICE)
    const charged = [PRICE - 20, PRICE]
    const rows = shipments.map(({ item_numbers }, at) => ({ item: item_numbers[0]!, gross: charged[at]! }))
    const answer = await importInvoice(operator, { number: 'CONTRACT', account_id: customer.account }, rows)
    expect(answer.json<CarrierInvoice>()).toMatchObject({ lines: 2, agree: 2, differ: 0, to_book: 0 })
    expect(await brokenInvariants(scene.context.db)).toEqual([])
  })

  it('refuses a price of the published list that somebody still shows', async () => {
    const answer = await customer.buy(
      'stale-price',
      customer.draft({ shipping_date: TOMORROW, charges: { total_charge: PRICE } }),
    )
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'price_changed'])
  })

  it('prices the rows of a batch with it, and sells them in no more statements', async () => {
    const rows = ['batch-row-1', 'batch-row-2', 'batch-row-3'].map((key) => ({
      key,
      shipment: customer.draft({ shipping_date: TOMORROW }),
    }))
    const checked = (await customer.post('/stamp/v1/shipment/batch/check', { rows })).json<{
      accounts: { amount: number }[]
    }>()
    expect(checked.accounts[0]?.amount).toBe(3 * (PRICE - 20))
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await bought(customer, 'contract-counted', TOMORROW)
    const statements = query.mock.calls.length
    query.mockRestore()
    expect(statements).toBeLessThanOrEqual(30)
  })

  it('is listed with what it names', async () => {
    expect(await lists(customer.account)).toMatchObject([
      { account_id: customer.account, effective_from: TOMORROW, prices: 9, services: ['1'], state: 'coming' },
    ])
  })

  it('gives a file that can be added again, with the published prices', async () => {
    const [{ id }] = (await lists(customer.account)) as [ContractPriceList]
    const file = (await operator.get(`/stamp/v1/contractprices/${id}/prices.csv`)).body
    expect(file.replace('\uFEFF', '').split('\r\n').slice(0, 2)).toEqual([
      'service,format,zone,min_weight_g,max_weight_g,compensation_gbp,price_pence,vat,published_pence',
      '1,letter,UK,1,100,20,160,exempt,180',
    ])
    expect((await check(customer.account, file, '2026-12-01')).json<CheckedContractPrices>()).toMatchObject({
      errors: [],
      changes: { same: 9, cheaper: 0, dearer: 0 },
    })
  })
})

describe('a file', () => {
  test.each([
    ['with no row', CONTRACT_COLUMNS.join(','), [['empty', undefined, undefined]]],
    [
      'with a bad cell',
      firstClass(20, (cells, row) => (row === 3 ? cells.with(6, '3.20') : cells)),
      [['unreadable', 3, 'price_pence']],
    ],
    [
      'in which a heavier item costs less',
      firstClass(20, (cells, row) => (row === 4 ? cells.with(6, '9') : cells)),
      [['price_falls', 4, 'price_pence']],
    ],
  ])('%s names the place', async (_what, file, found) => {
    const customer = await aCustomer(scene)
    const { errors } = (await check(customer.account, file)).json<CheckedContractPrices>()
    expect(errors.map(({ code, row, column }) => [code, row, column])).toEqual(found)
    const answer = await add(customer.account, TOMORROW, file)
    expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'contract_prices_invalid'])
    expect(await lists(customer.account)).toEqual([])
  })

  it('that lacks a column or has too many rows is refused', async () => {
    const lacking = await add(scene.buyer.account, TOMORROW, 'service,zone\n1,UK')
    expect(lacking.json<ErrorBody>().fields?.map(({ field }) => field)).toContain('1.price_pence')
    const [head, ...rows] = firstClass(20).split('\n')
    const long = await add(
      scene.buyer.account,
      TOMORROW,
      [head, ...Array.from({ length: 2001 }, () => rows[0])].join('\n'),
    )
    expect(codeOf(long)).toBe('too_many_lines')
  })
})

it.each([
  ['2027-12-25', undefined],
  ['2027-12-26', 'contract_prices_day'],
])('may begin on %s, at most 400 days ahead: %s', async (day, code) => {
  const { account } = await aCustomer(scene)
  for (const answer of [await check(account, firstClass(20), day), await add(account, day)])
    expect(codeOf(answer)).toBe(code)
  const found = (await operator.get(`/stamp/v1/contractprices?account_id=${account}`)).json<{ total: number }>()
  expect(found.total).toBe(code ? 0 : 1)
})

it('a hundred of its faults are shown, and none of an unknown account', async () => {
  const [head, row] = firstClass(20).split('\n')
  const bad = [head, ...Array.from({ length: 150 }, () => row!.replace(/,\d+,exempt$/, ',x,exempt'))].join('\n')
  const { account } = await aCustomer(scene)
  expect((await check(account, bad)).json<CheckedContractPrices>().errors).toHaveLength(100)
  for (const answer of [await check(operator.user, firstClass(20)), await add(operator.user)])
    expect(codeOf(answer)).toBe('not_found')
  expect(codeOf(await withdraw(operator.user))).toBe('not_found')
  expect(codeOf(await operator.get(`/stamp/v1/contractprices/${operator.user}/prices.csv`))).toBe('not_found')
})

describe('lists of one account', () => {
  it('follow one another, are added once, and are withdrawn until they begin', async () => {
    const customer = await aBuyer(scene, 100_00)
    const { account } = customer
    for (const day of [TODAY, '2026-11-01', '2028-01-01'])
      expect(codeOf(await add(account, day))).toBe('contract_prices_day')
    const added = await add(account)
    const first = listOf(added)
    expect(added.headers).not.toHaveProperty('idempotent-replayed')
    expect(codeOf(await check(account, firstClass(20)))).toBe('contract_prices_exist')
    const again = await add(account)
    expect([listOf(again).id, again.headers['idempotent-replayed']]).toEqual([first.id, 'true'])
    expect(codeOf(await add(account, TOMORROW, firstClass(30)))).toBe('contract_prices_exist')
    const second = listOf(await add(account, '2026-11-23', firstClass(30)))
    expect(await total(customer, '2026-11-23')).toBe(PRICE - 30)
    for (let times = 0; times < 2; times++) expect(listOf(await withdraw(second.id)).state).toBe('withdrawn')
    expect(await total(customer, '2026-11-23')).toBe(PRICE - 20)
    const audited = scene.context.db.selectFrom('audit_event').select(['event', 'user_id', 'subject', 'details'])
    const fact = { user_id: operator.user, subject: account }
    const details = { effective_from: '2026-11-23' }
    expect(await audited.where('organisation_id', '=', customer.organisation).orderBy('seq').execute()).toEqual([
      { ...fact, event: 'contract_prices_added', details: { effective_from: TOMORROW, prices: 9 } },
      { ...fact, event: 'contract_prices_added', details: { ...details, prices: 9 } },
      { ...fact, event: 'contract_prices_withdrawn', details },
    ])
    listOf(await add(account, '2026-11-23', firstClass(40)))
    await onDay('2026-11-21T00:00:00Z', async (by) => {
      expect(codeOf(await withdraw(first.id, by))).toBe('contract_prices_begun')
      expect((await lists(account, by)).map(({ state }) => state).toSorted()).toEqual([
        'coming',
        'in_force',
        'withdrawn',
      ])
    })
    await onDay('2026-11-24T00:00:00Z', async (by) => {
      expect((await lists(account, by)).map(({ state }) => state).toSorted()).toEqual(['in_force', 'past', 'withdrawn'])
    })
  })

  it('cannot be changed, not even by the owner of the database', async () => {
    listOf(await add((await aCustomer(scene)).account))
    for (const change of [
      "set prices = '[1]'",
      'set effective_from = effective_from + 1',
      "set sha256 = repeat('0', 64)",
    ])
      await expect(asOwner(scene.database.url, `update contract_price_list ${change}`)).rejects.toThrow('append only')
    await expect(asOwner(scene.database.url, 'delete from contract_price_list')).rejects.toThrow('append only')
    await expect(
      asOwner(
        scene.database.url,
        `update contract_price_list set withdrawn_on = effective_from, withdrawn_by = added_by where withdrawn_on is null`,
      ),
    ).rejects.toThrow('withdrawn_before_it_begins')
  })
})

/** Moves the clock of the server, and signs in an operator there. */
async function onDay(instant: string, work: (operator: Caller) => Promise<void>): Promise<void> {
  const { now } = scene.context
  scene.context.now = () => new Date(instant)
  try {
    await work(await anOperator(scene))
  } finally {
    scene.context.now = now
  }
}

it('is entered by operators only', async () => {
  const { account, manager } = await aCustomer(scene)
  expect((await add(account, TOMORROW, firstClass(20), manager)).statusCode).toBe(403)
  expect((await manager.get('/stamp/v1/contractprices')).statusCode).toBe(403)
  const { rows } = await asOwner(scene.database.url, `select contracts from carrier_account where id = '${account}'`)
  expect(rows).toEqual([{ contracts: [] }])
})
