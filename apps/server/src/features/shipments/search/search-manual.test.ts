import { searchShipments, type FoundShipment } from '@postroom/contract/shipment-search'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  const { buyer } = scene
  for (const [index, name] of ['Siân Pembroke', 'Angharad Pembroke', 'Tomos Wynne'].entries()) {
    const to = { name, address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }
    await buyer.buy(`search-${index}`, buyer.draft({ to, references: [`PO-${index}`] }))
    for (const total_charge of [0, 155, 155, 320]) await enter(buyer, { to, total_charge, references: [`PO-${index}`] })
  }
  await enter(await aBuyer(scene, 0), {})
  // many at one instant, of either kind, so that only the id decides their order
  await asOwner(
    scene.database.url,
    `update purchase set created_at = '2026-07-01 22:30Z';
    update manual_shipment set created_at = case when amount = 0 then timestamptz '2026-07-01 23:30Z' else '2026-07-01 22:30Z' end`,
  )
})
afterAll(() => scene.close())

const enter = (buyer: Buyer, change: object) =>
  buyer.post('/stamp/v1/shipment/manual', {
    carrier: 'DHL',
    service_name: 'Paket',
    shipping_date: '2026-11-18',
    to: { name: 'Siân Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' },
    ...change,
  })

async function search(query: Record<string, string>): Promise<{ data: FoundShipment[]; total: number }> {
  const text = new URLSearchParams({ withManual: 'true', ...query }).toString()
  return (await scene.buyer.post(`${searchShipments.path}?${text}`)).json()
}

it.each([
  // query, purchases and manual shipments found
  [{}, 3, 12],
  [{ withManual: 'false' }, 3, 0],
  [{ text: 'pembroke' }, 2, 8],
  [{ text: 'sian NW18LH po-0' }, 1, 4],
  [{ text: "' | !x:* & (" }, 0, 0],
  [{ dateFrom: '2026-07-02' }, 0, 3],
  [{ dateTo: '2026-07-01' }, 3, 9],
  [{ dateFilter: 'shipping', dateFrom: '2026-11-18', dateTo: '2026-11-18' }, 0, 12],
  [{ dateFilter: 'shipping', dateFrom: '2026-11-19' }, 3, 0],
  [{ dateFilter: 'shipping', dateFrom: '2026-11-18', text: 'wynne' }, 1, 4],
])('%j finds %i purchases and %i manual shipments', async (query: Record<string, string>, bought, manual) => {
  const { data, total } = await search(query)
  const found = data.map((row) => row.transaction_type)
  expect(found.filter((type) => type === 'postage')).toHaveLength(bought)
  expect(found.filter((type) => type === 'manual')).toHaveLength(manual)
  expect(total).toBe(bought + manual)
})

const priceOf = (row: FoundShipment): number =>
  row.transaction_type === 'manual' ? row.total_charge : row.charges.total_charge
const ORDERS = {
  created_at: (row: FoundShipment) => row.created_at,
  shipping_date: (row: FoundShipment) => row.shipping_date,
  total_charge: (row: FoundShipment) => String(priceOf(row)).padStart(9),
}

it('the pages together are the whole list in order', async () => {
  const asked = fc.record({
    orderBy: fc.constantFrom('created_at', 'shipping_date', 'total_charge'),
    orderAsc: fc.constantFrom('true', 'false'),
    text: fc.constantFrom('', 'pembroke'),
    length: fc.integer({ min: 2, max: 7 }),
  })
  const property = fc.asyncProperty(asked, async ({ length, ...query }) => {
    const { data, total } = await search(query)
    expect(data).toHaveLength(total)
    const keys = data.map((row) => ORDERS[query.orderBy](row) + row.id)
    expect(query.orderAsc === 'true' ? keys : keys.toReversed()).toEqual(keys.toSorted())
    const paged: string[] = []
    for (let start = 0; start < total; start += length) {
      const page = await search({ ...query, start: String(start), length: String(length) })
      expect(page.total).toBe(total)
      paged.push(...page.data.map(({ id }) => id))
    }
    expect(paged).toEqual(data.map(({ id }) => id))
  })
  await fc.assert(property, { numRuns: 8 })
})
