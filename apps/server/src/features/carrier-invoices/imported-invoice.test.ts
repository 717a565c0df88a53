import type { CarrierInvoice } from '@postroom/contract/carrier-invoice'
import type { Shipment } from '@postroom/contract/shipment'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anOperator, type Caller } from '../../testing/operators.ts'
import { PRICE, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { allDifferences, book, importInvoice } from './testing/invoices.ts'

let scene: PurchaseScene
let operator: Caller
beforeEach(async () => {
  scene = await purchaseScene(100_00)
  operator = await anOperator(scene)
})
afterEach(() => scene.close())

const sql = async (statement: string): Promise<unknown[]> => (await asOwner(scene.database.url, statement)).rows
const bought = async (key: string, quantity = 1): Promise<Shipment> =>
  (await scene.buyer.buy(key, scene.buyer.draft({ meta_data: { quantity } }))).json()

it('keeps what its file says of each line, and of a missing item what was bought', async () => {
  const [listed, missing] = [await bought('listed-item'), await bought('missing-item')]
  const file = `item number,net,vat,date,service,weight g\n${listed.item_numbers[0]},2.67,0.53,20/11/2026,1,80\nNOBODY,1,,,,`
  const invoice = (await importInvoice(operator, { number: 'KEPT' }, file)).json<CarrierInvoice>()
  const kept = await sql(
    `select position, row_number, item_no, service, posted_on::text, weight_g, net::int, vat::int, expected::int, outcome,
       purchase_id, reference from carrier_invoice_line order by position`,
  )
  const none = { service: '', posted_on: null, weight_g: null, vat: 0 }
  expect(kept).toEqual([
    { position: 1, row_number: 2, item_no: listed.item_numbers[0], service: '1', posted_on: '2026-11-20', weight_g: 80, net: 2_67, vat: 53, expected: PRICE, outcome: 'agrees', purchase_id: listed.id, reference: 'KEPT/2' }, // prettier-ignore
    { ...none, position: 2, row_number: 3, item_no: 'NOBODY', net: 1_00, expected: 0, outcome: 'unknown_item', purchase_id: null, reference: 'KEPT/3' }, // prettier-ignore
    { ...none, position: 3, row_number: null, item_no: missing.item_numbers[0], net: 0, expected: PRICE, outcome: 'missing', purchase_id: missing.id, reference: 'KEPT/missing 3' }, // prettier-ignore
  ])
  expect(await sql(`select details from audit_event where event = 'carrier_invoice_imported'`)).toEqual([
    { details: { number: 'KEPT', lines: 2, differ: 2 } },
  ])
  const [unknown, absent] = await allDifferences(operator, invoice.id)
  expect(unknown).not.toHaveProperty('shipment_id')
  expect(unknown).not.toHaveProperty('organisation')
  expect(absent).toMatchObject({ shipment_id: missing.id, organisation: 'Llewellyn Bindery Ltd' })
  expect(absent).not.toHaveProperty('row')
})

it('names a shipment in any letters, and one of several items by none of them', async () => {
  const [one, several] = [await bought('one-item'), await bought('several-items', 2)]
  const file = `item number,net,vat\n${one.id.toUpperCase()},${PRICE / 100},0\n${several.id},${PRICE / 100},0`
  const invoice = (await importInvoice(operator, { number: 'NAMED' }, file)).json<CarrierInvoice>()
  expect(invoice).toMatchObject({ lines: 2, agree: 1 })
  const [first] = await allDifferences(operator, invoice.id)
  expect(first).toMatchObject({ item_number: several.id, outcome: 'unknown_item' })
})

it('is kept apart, with its bookings, from an invoice of another carrier with the same number and file', async () => {
  const { item_numbers } = await bought('one-of-two')
  await sql(`insert into carrier (code, name) values ('DX', 'Dyfi Couriers')`)
  const { carriers } = scene.context
  scene.context.carriers = { ...carriers, DX: carriers[DEFAULT_CARRIER.code]! }
  const rows = [{ item: item_numbers[0]!, gross: PRICE + 1 }]
  const ids = new Set<string>()
  for (const carrier of ['DX', DEFAULT_CARRIER.code, 'DX']) {
    const answer = await importInvoice(operator, { number: 'SAME', carrier }, rows)
    const { id, ...invoice } = answer.json<CarrierInvoice>()
    expect(answer.headers['idempotent-replayed'], carrier).toBe(ids.has(id) ? 'true' : undefined)
    expect([answer.statusCode, invoice.carrier]).toEqual([200, carrier])
    ids.add(id)
  }
  expect(ids.size).toBe(2)
  for (const id of ids) await book(operator, id)
  expect(await sql('select carrier_code, change::int from carrier_adjustment')).toEqual([
    { carrier_code: DEFAULT_CARRIER.code, change: 1 },
  ])
})
