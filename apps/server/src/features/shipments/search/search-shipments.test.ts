import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { permissionsOf } from '@postroom/domain/people/roles'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyer, purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'

let scene: PurchaseScene
let numberOfFirst: string
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  const { buyer } = scene
  await scene.context.db
    .updateTable('app_user')
    .set({ permissions: permissionsOf(['manager'], 'full') })
    .execute()
  const london = { address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }
  const cardiff = { address1: '4 Bute Street', city: 'Cardiff', postal_code: 'CF10 5AL' }
  const first = await bought('first', { to: { name: 'Siân Pembroke', ...london }, references: ['PO-2026/17'] })
  numberOfFirst = first.meta_data.tracking
  await bought('second', { to: { company_name: "O'Brien & Søns", ...cardiff }, shipping_date: '2026-11-23' })
  await bought('third', { to: { name: 'Angharad Pembroke', ...cardiff }, shipping_date: '2026-11-21', service: '2' })
  // 23:30 and 00:30 in summer time are the same day in London and different days in UTC
  await asOwner(
    scene.database.url,
    `update purchase set created_at = case idem_key when 'search-first' then timestamptz '2026-07-01 22:30Z'
      when 'search-second' then '2026-07-01 23:30Z' else '2026-07-02 09:00Z' end`,
  )
  const other = await aBuyer(scene, 10_00)
  await other.buy('search-other', other.draft({ to: { name: 'Siân Pembroke', ...london } }))

  async function bought(name: string, change: Partial<ShipmentDraftInput>): Promise<Shipment> {
    return (await buyer.buy(`search-${name}`, buyer.draft(change))).json<Shipment>()
  }
})
afterAll(() => scene.close())

const search = (query: Record<string, string>) =>
  scene.buyer.post(`/stamp/v1/shipment/search?${new URLSearchParams(query).toString()}`)
async function found(query: Record<string, string>): Promise<string> {
  const { data, total } = (await search(query)).json<{ data: Shipment[]; total: number }>()
  expect(total).toBe(data.length)
  const names: Record<string, string> = { 'Siân Pembroke': 'first', '': 'second', 'Angharad Pembroke': 'third' }
  return data.map(({ to }) => names[to.name]).join(' ')
}

it.each([
  // text, results (newest first)
  ['pembroke', 'third first'],
  ['PEMB ang', 'third'],
  ['sian', 'first'],
  ['Siân', 'first'],
  ['nw1 8lh', 'first'],
  ['NW18LH', 'first'],
  ['cf10', 'third second'],
  ['søns', 'second'],
  ["O'Brien", 'second'],
  ['po-2026/17', 'first'],
  ['2026 17', 'first'],
  ['17', 'first'],
  ['mbroke', ''],
  ['pembroke nobody', ''],
  ['London', 'first'],
  ['--', ''],
  ["' | !x:* & (", ''],
  ['%', ''],
])('the text %s finds: %s', async (text, expected) => {
  expect(await found({ text })).toBe(expected)
})

it('the item number finds the item', async () => {
  expect(await found({ text: numberOfFirst })).toBe('first')
})

it.each([
  // dates, results
  [{ dateFrom: '2026-07-02' }, 'third second'],
  [{ dateTo: '2026-07-01' }, 'first'],
  [{ dateFilter: 'created', dateFrom: '2026-07-01', dateTo: '2026-07-01' }, 'first'],
  [{ dateFilter: 'shipping', dateFrom: '2026-11-21', dateTo: '2026-11-22' }, 'third'],
  [{ dateFilter: 'shipping', dateFrom: '2026-11-20', dateTo: '2026-11-20', text: 'pembroke' }, 'first'],
  [{ dateFilter: 'shipping', dateTo: '2026-11-19' }, ''],
  [{ withManual: 'true' }, 'third second first'],
  [{ dateFrom: '0001-01-01', dateTo: '9999-12-31' }, 'third second first'],
  [{ dateFilter: 'shipping', dateFrom: '0001-01-01', dateTo: '9999-12-31' }, 'third second first'],
  [{ orderBy: 'shipping_date' }, 'second third first'],
  [{ orderBy: 'shipping_date', orderAsc: 'true' }, 'first third second'],
  [{ orderBy: 'total_charge', orderAsc: 'true', length: '3' }, 'third'],
  [{ orderBy: 'shipping_date', orderAsc: 'true', text: 'pembroke' }, 'first third'],
  [{ service: '2' }, 'third'],
  [{ service: '2,1,1' }, 'third second first'],
  [{ service: '2', withManual: 'true' }, 'third'],
  [{ status: 'bought' }, 'third second first'],
  [{ status: 'voided' }, ''],
  [{ status: 'bought', text: 'pembroke', dateTo: '2026-07-01' }, 'first'],
  [{ country: 'GB' }, 'third second first'],
  [{ country: 'FR' }, ''],
  [{ person: '0192f7c2-5d8b-7c3a-9a51-3f0f6f6c2b11' }, ''],
  [{ costcenter: '0192f7c2-5d8b-7c3a-9a51-3f0f6f6c2b11' }, ''],
])('with %j finds: %s', async (query: Record<string, string>, expected) => {
  if (query['orderBy'] === 'total_charge') expect((await found(query)).split(' ')[0]).toBe(expected)
  else expect(await found(query)).toBe(expected)
})

it.each([
  [{ dateFrom: '2026-02-30' }, 'dateFrom', 'invalid_date'],
  [{ dateFrom: '0000-01-01' }, 'dateFrom', 'invalid_date'],
  [{ dateFrom: '2026-07-02', dateTo: '2026-07-01' }, 'dateTo', 'invalid_date'],
  [{ dateFilter: 'delivery' }, 'dateFilter', 'not_allowed'],
  [{ orderBy: 'draft' }, 'orderBy', 'not_allowed'],
  [{ orderBy: 'id; drop table purchase' }, 'orderBy', 'not_allowed'],
  [{ status: 'test' }, 'status', 'not_allowed'],
  [{ service: '2,nonsense' }, 'service', 'invalid'],
  [{ country: 'gb' }, 'country', 'invalid'],
  [{ person: 'me' }, 'person', 'invalid'],
  [{ text: 'x'.repeat(101) }, 'text', 'too_long'],
  [{ text: 'a\u0000b' }, 'text', 'character_not_printable'],
])('refuses %j', async (query: Record<string, string>, field, code) => {
  const answer = await search(query)
  expect(answer.statusCode).toBe(400)
  expect(answer.json<ErrorBody>().fields).toMatchObject([{ field, code }])
})

it('narrows to a person and to a cost centre', async () => {
  const { buyer } = scene
  const { id } = (await buyer.post('/stamp/v1/costcenter', { name: 'Bindery', code: 'BIND', is_active: true })).json<{
    id: string
  }>()
  await buyer.buy('search-bindery', buyer.draft({ to: SOMEBODY, costcenter: [{ id }] }))
  expect((await search({ costcenter: id })).json()).toMatchObject({ total: 1, data: [{ costcenter: [{ id }] }] })
  const { data } = (await buyer.get('/identity/v1/colleague')).json<{ data: { id: string; fullname: string }[] }>()
  expect(data).toHaveLength(1)
  expect((await search({ person: data[0]!.id })).json()).toMatchObject({ total: 4 })
})

it('adds up what is paid or held', async () => {
  const { buyer } = scene
  const bought = (await search({ withSum: 'true' })).json<{ data: Shipment[]; sum: number }>()
  expect(bought.sum).toBe(bought.data.reduce((sum, { amount }) => sum + amount, 0))
  await buyer.put(`/stamp/v1/shipment/${bought.data[0]!.id}/void`, { cancellation_reason: 'Not needed' })
  const { sum } = (await search({ withSum: 'true' })).json<{ sum: number }>()
  expect(sum).toBe(bought.sum - bought.data[0]!.amount)
  expect((await search({})).json()).not.toHaveProperty('sum')
})

const SOMEBODY = { name: '=SUM(A1)', address1: '4 Bute Street', city: 'Cardiff', postal_code: 'CF10 5AL' }

it('saves what is found as a file: no formulas, nothing of other organisations', async () => {
  await scene.buyer.post('/stamp/v1/shipment/manual', {
    carrier: 'DHL',
    service_name: 'Paket',
    shipping_date: '2026-11-18',
    total_charge: 320,
    to: SOMEBODY,
    references: ['R-1', 'R-2'],
  })
  const file = async (query: string) => {
    const { body, headers } = await scene.buyer.get(`/stamp/v1/shipment/search.csv?${query}`)
    expect(headers['content-disposition']).toBe('attachment; filename="shipments.csv"')
    return body.trimEnd().split('\r\n')
  }
  const rows = await file('withManual=true')
  expect(rows[0]).toBe(
    '\uFEFFbought_at,shipping_date,state,company,name,town,postcode,country,service,item_numbers,references,cost_center,by,price_gbp,shipment_id',
  )
  expect(rows).toHaveLength(6)
  expect(rows.find((row) => row.includes('Paket'))).toMatch(
    /,2026-11-18,manual,,'=SUM\(A1\),Cardiff,CF10 5AL,GB,Paket,,R-1;R-2,,[^,]+,3\.2,/,
  )
  expect(await file('text=nw18lh')).toEqual([rows[0], expect.stringContaining(numberOfFirst)])
  const bound = rows.find((row) => row.includes(',Bindery,'))
  expect(bound).toMatch(
    /^2026-[\dT:.-]+Z,2026-11-20,voided,,'=SUM\(A1\),Cardiff,CF10 5AL,GB,1,[A-Z]{2}\d{9}GB,,Bindery,[^,]+,3\.2,[\da-f-]{36}$/,
  )
})
