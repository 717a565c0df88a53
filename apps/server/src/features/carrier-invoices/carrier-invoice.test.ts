import type { CarrierInvoice } from '@postroom/contract/carrier-invoice'
import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { runTool } from '@postroom/documents/testing/read-back'
import { toPence } from '@postroom/domain/money'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { PRICE, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { adjustCharge } from '../ledger/adjust-charge.rule.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { aCustomer, anOperator, type Caller } from '../../testing/operators.ts'
import { allDifferences, book, importInvoice } from './testing/invoices.ts'

const INVOICES = '/stamp/v1/carrierinvoice'

let scene: PurchaseScene
let operator: Caller
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  operator = await anOperator(scene)
})
afterAll(() => scene.close())

let keys = 0
async function bought(): Promise<{ id: string; item: string }> {
  const answer = await scene.buyer.buy(`to-invoice-${keys++}`)
  const { id, item_numbers } = answer.json<Shipment>()
  return { id, item: item_numbers[0]! }
}
const voidIt = (id: string) => scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong' })
const codeOf = (answer: LightMyRequestResponse) => answer.json<ErrorBody>().code
const fieldsOf = (answer: LightMyRequestResponse) =>
  answer.json<ErrorBody>().fields?.map(({ field, code }) => `${field}: ${code}`)
const count = async () => (await operator.get(INVOICES)).json<{ total: number }>().total

/** Imports charges in pence. @returns the invoice with its differences by item */
async function imported(number: string, ...charges: [item: string, gross: number][]) {
  const answer = await importInvoice(
    operator,
    { number },
    charges.map(([item, gross]) => ({ item, gross })),
  )
  expect(answer.statusCode, answer.body).toBe(200)
  const invoice = answer.json<CarrierInvoice>()
  const lines = (await allDifferences(operator, invoice.id)).filter(({ outcome }) => outcome !== 'missing')
  return { ...invoice, found: lines.map(({ outcome, difference }) => [outcome, difference]), first: lines[0]! }
}

describe('a file', () => {
  test.each([
    ['no line', 'item_number,net,vat', ['2: required']],
    ['no column for VAT', 'item_number,net\nA,1', ['1.vat: required']],
    ['a column twice', 'item_number,net,Net Value,vat\nA,1,1,0', ['1.net: not_allowed']],
    ['more cells than columns', 'item_number,net,vat\nA,1,0,9', ['2: invalid']],
    ['an open quotation mark', 'item_number,net,vat\n"A,1,0', ['2: invalid']],
    [
      'bad cells',
      `item_number,net,vat,date,weight_g\n,1,0,,\nA,1.005,,20.11.2026,80\nB,£1,x,31/02/2026,heavy\n${'C'.repeat(41)},1,0,,`,
      [
        '2.item_number: required',
        '3.net: invalid_amount',
        '4.net: invalid_amount',
        '4.vat: invalid_amount',
        '4.date: invalid_date',
        '4.weight_g: invalid_weight',
        '5.item_number: too_long',
      ],
    ],
  ])('with %s is refused by row and column, and nothing of it is kept', async (_what, file, fields) => {
    const before = await count()
    const answer = await importInvoice(operator, { number: 'BAD' }, file)
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, fields])
    expect(await count()).toBe(before)
  })

  it('with too many lines is refused', async () => {
    const file = `item_number,net,vat\n${'A,1,0\n'.repeat(10_001)}`
    expect(codeOf(await importInvoice(operator, { number: 'LONG' }, file))).toBe('too_many_lines')
  })

  test.each([
    ['account', { account_id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01' }],
    ['carrier', { carrier: 'NOBODY' }],
  ])('of an unknown %s is refused', async (_what, query) => {
    const answer = await importInvoice(operator, { number: 'UNKNOWN', ...query }, [{ item: 'A', gross: 1 }])
    expect([400, 404]).toContain(answer.statusCode)
  })

  it('that was imported under another number is shown under that one', async () => {
    const file = 'item_number,net,vat\nNOBODY,9,0'
    await importInvoice(operator, { number: 'FIRST' }, file)
    const again = await importInvoice(operator, { number: 'SECOND' }, file)
    expect(again.json<CarrierInvoice>().number).toBe('FIRST')
  })

  it('is imported once; another file with its number is refused', async () => {
    const rows = [{ item: 'NOBODY', gross: 100 }]
    const answers = await Promise.all(Array.from({ length: 4 }, () => importInvoice(operator, { number: 'ONE' }, rows)))
    expect(new Set(answers.map((answer) => answer.json<CarrierInvoice>().id)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'])).toHaveLength(3)
    const other = await importInvoice(operator, { number: 'ONE' }, [{ item: 'NOBODY', gross: 101 }])
    expect([other.statusCode, codeOf(other)]).toEqual([409, 'invoice_number_taken'])
  })

  it('names an item by its number or by its shipment, and has other columns and semicolons', async () => {
    const [one, other] = [await bought(), await bought()]
    const file = `Customer;Tracking Number;Net Value;VAT Value\nX;${one.item};3.20;\nX;${other.id};2.67;0.53`
    const answer = await importInvoice(operator, { number: 'LAYOUT' }, file)
    expect(answer.json<CarrierInvoice>()).toMatchObject({ lines: 2, agree: 2, total: 2 * PRICE })
  })
})

describe('later invoices', () => {
  it('a second charge is found on a later invoice, and its credit cancels it, booked or not', async () => {
    const { item } = await bought()
    expect((await imported('A1', [item, PRICE])).found).toEqual([])
    expect((await imported('A2', [item, PRICE])).found).toEqual([['charged_twice', PRICE]])
    const credit = await imported('A3', [item, -PRICE])
    expect(credit.found).toEqual([['charged_less', -PRICE]])
  })

  it('a credit agrees when the item was voided since', async () => {
    const { id, item } = await bought()
    await imported('B1', [item, PRICE])
    await voidIt(id)
    expect((await imported('B2', [item, -PRICE])).found).toEqual([])
  })

  it('a charge that the command line booked before is expected', async () => {
    const { id, item } = await bought()
    await adjustCharge(scene.context.db, { purchase: id, reference: 'by hand', change: toPence(30) })
    expect((await imported('C1', [item, PRICE + 30])).found).toEqual([])
  })
})

describe('booking', () => {
  it('resumes after a crash, and twelve at once book each difference once', async () => {
    const items = [await bought(), await bought(), await bought()]
    const { id, first } = await imported('D1', ...items.map(({ item }): [string, number] => [item, PRICE + 9]))
    await adjustCharge(scene.context.db, { purchase: items[0]!.id, reference: 'D1/2', change: toPence(9) })
    expect(first.row).toBe(2)
    const answers = await Promise.all(Array.from({ length: 12 }, () => book(operator, id)))
    expect(answers.flatMap(({ refused }) => refused)).toEqual([])
    expect(answers.map(({ invoice }) => invoice.to_book)).toContain(0)
    const { rows } = await asOwner(
      scene.database.url,
      `select sum(change)::int as sum from carrier_adjustment where reference like 'D1/%'`,
    )
    expect(rows).toEqual([{ sum: 27 }])
    expect(await brokenInvariants(scene.context.db)).toEqual([])
  })

  it('shows what the ledger refuses, and books the rest', async () => {
    const [gone, kept] = [await bought(), await bought()]
    const { id } = await imported('E1', [gone.item, PRICE - 5], [kept.item, PRICE - 5])
    await voidIt(gone.id)
    const { refused, invoice } = await book(operator, id)
    expect(refused).toEqual([{ position: 1, reason: 'adjustment_exceeds_charge' }])
    expect(invoice).toMatchObject({ to_book: 1, reason: 'November invoice checked' })
    expect((await book(operator, id, 1)).refused).toEqual([])
  })

  it('never debits the customer, and is in the audit log', async () => {
    const { item } = await bought()
    const before = await scene.buyer.balance()
    const { id } = await imported('F1', [item, PRICE + 500])
    await book(operator, id)
    expect(await scene.buyer.balance()).toBe(before)
    const { rows } = await asOwner(
      scene.database.url,
      `select event, details from audit_event where subject = '${id}' order by id`,
    )
    expect(rows).toMatchObject([
      { event: 'carrier_invoice_imported', details: { number: 'F1', lines: 1 } },
      { event: 'carrier_invoice_booked', details: { number: 'F1', differences: 1 } },
    ])
  })
})

it('the differences are downloaded without formulas, and each leads to its evidence', async () => {
  const { id: shipment, item } = await bought()
  const { id, first } = await imported('G1', [item, PRICE + 1], ['=1+1', 100])
  await voidIt(shipment)
  const file = await operator.get(`${INVOICES}/${id}/differences.csv`)
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.body).toContain(`2,${item},,,charged_more,3.21,3.2,0.01,Llewellyn Bindery Ltd,${shipment},false`)
  expect(file.body).toContain(`3,'=1+1,`)
  const pack = await operator.get(`${INVOICES}/${id}/line/${first.position}/evidence.pdf`)
  expect(pack.statusCode).toBe(200)
  expect(runTool('pdftotext', pack.rawPayload, '-layout', 'FILE', '-')).toContain(item)
  expect((await operator.get(`${INVOICES}/${id}/line/999999/evidence.pdf`)).statusCode).toBe(404)
})

it('a manager sees and imports no invoice', async () => {
  const { manager } = await aCustomer(scene)
  for (const answer of [
    await manager.get(INVOICES),
    await importInvoice(manager, { number: 'MINE' }, [{ item: 'A', gross: 1 }]),
  ])
    expect(codeOf(answer)).toBe('permission_denied')
})

it.each(['carrier_invoice', 'carrier_invoice_line', 'carrier_invoice_booking'])('%s is append only', async (table) => {
  await expect(asOwner(scene.database.url, `delete from ${table}`)).rejects.toThrow('append only')
})

it('an invoice is shown with all that is known of it, its lines by outcome and from either end', async () => {
  const [agrees, more, less, forgotten] = [await bought(), await bought(), await bought(), await bought()]
  const rows = [agrees.item, more.item, less.item].map(
    (item, n) => `${item},${(PRICE + [0, 9, -4][n]!) / 100},0,20/11/2026,1`,
  )
  const file = ['item_number,net,vat,date,service', ...rows].join('\n')
  const answer = await importInvoice(operator, { number: 'WHOLE', account_id: scene.buyer.account }, file)
  const { id, imported_at } = answer.json<CarrierInvoice>()
  expect(answer.headers).not.toHaveProperty('idempotent-replayed')
  const known = { id, imported_at, number: 'WHOLE', carrier: 'RM', account_id: scene.buyer.account }
  const days = { first_day: '2026-11-01', last_day: '2026-11-30' }
  const sums = { lines: 3, agree: 1, total: 3 * PRICE + 5, over: 9 }
  expect(answer.json()).toMatchObject({ ...known, ...days, ...sums })
  expect(answer.json()).not.toHaveProperty('booked_at')
  expect(answer.json()).not.toHaveProperty('reason')

  const of = async (query: string) => {
    const list = await operator.get(`${INVOICES}/${id}/line?${query}`)
    const { data, total } = list.json<{ data: Record<string, unknown>[]; total: number }>()
    return { found: data.map(({ row, outcome }) => [row, outcome]), total }
  }
  const [up, down] = [
    [3, 'charged_more'],
    [4, 'charged_less'],
  ]
  expect(await of('outcome=agrees')).toEqual({ found: [[2, 'agrees']], total: 1 })
  expect(await of('outcome=charged_less')).toEqual({ found: [down], total: 1 })
  expect((await of('length=2')).found).toEqual([up, down])
  expect((await of('start=1&length=1')).found).toEqual([down])
  expect((await of('orderAsc=false&length=100')).found.slice(-2)).toEqual([down, up])

  await book(operator, id)
  const csv = (await operator.get(`${INVOICES}/${id}/differences.csv`)).body.replace('\uFEFF', '').split('\r\n')
  expect(csv[0]).toBe('row,item_number,service,date,outcome,charged,expected,difference,organisation,shipment,booked')
  expect(csv[1]).toBe(`3,${more.item},1,2026-11-20,charged_more,3.29,3.2,0.09,Llewellyn Bindery Ltd,${more.id},true`)
  expect(csv).toContain(`,${forgotten.item},,,missing,0,3.2,-3.2,Llewellyn Bindery Ltd,${forgotten.id},false`)
  const after = (await operator.get(`${INVOICES}/${id}`)).json<CarrierInvoice>()
  expect(after).toMatchObject({ ...known, reason: 'November invoice checked', booked_at: expect.any(String) as string })
})

it('nothing is booked before the decision is recorded, and nothing of an unknown invoice', async () => {
  const { item } = await bought()
  const { id } = await imported('H1', [item, PRICE + 2])
  await asOwner(scene.database.url, 'revoke insert on carrier_invoice_booking from postroom_platform')
  const failed = await operator.post(`${INVOICES}/${id}/book`, { reason: 'Checked', after: 0 })
  await asOwner(scene.database.url, 'grant insert on carrier_invoice_booking to postroom_platform')
  expect(failed.statusCode).toBe(500)
  expect((await operator.get(`${INVOICES}/${id}`)).json()).toMatchObject({ to_book: 1 })
  const answers = [
    await operator.post(`${INVOICES}/${operator.user}/book`, { reason: 'Checked', after: 0 }),
    await operator.get(`${INVOICES}/${operator.user}`),
    await operator.get(`${INVOICES}/${operator.user}/line`),
    await operator.get(`${INVOICES}/${operator.user}/differences.csv`),
  ]
  expect(answers.map(codeOf)).toEqual(Array(4).fill('not_found'))
})
