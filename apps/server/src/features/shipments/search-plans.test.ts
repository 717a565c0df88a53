import { searchShipments as searchEndpoint, type ShipmentQuery } from '@postroom/contract/shipment-search'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillShipments } from '../../testing/fill-shipments.ts'
import { aBuyer, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { countQuery, pageQuery } from './shipment.store.ts'

/** Of two organisations, half each. */
const SHIPMENTS = 60_000
/** What a search may look at: what it counts and shows, and room for a reading in bulk. */
const ROWS_READ_MAX = 12_000

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(10_00)
  for (const buyer of [scene.buyer, await aBuyer(scene, 10_00)]) await buyer.buy('like-this-one')
  await fillShipments(scene.database.url, SHIPMENTS / 2)
}, 300_000)
afterAll(() => scene.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)]
const rowsRead = (part: Plan): number =>
  part['Actual Loops'] *
  (part['Actual Rows'] + (part['Rows Removed by Filter'] ?? 0) + (part['Rows Removed by Index Recheck'] ?? 0))

/** How a query was really carried out: how it came to its rows, and the most rows that one step of it touched. */
async function carriedOut(query: ReturnType<typeof pageQuery> | ReturnType<typeof countQuery>) {
  const [explained] = await query.explain<{ 'QUERY PLAN': [{ Plan: Plan }] }>('json', sql`analyze`)
  const parts = partsOf(explained!['QUERY PLAN'][0].Plan)
  return {
    scans: parts.map((part) => part['Node Type']).filter((type) => type.includes('Scan')),
    read: Math.max(...parts.filter((part) => part['Relation Name'] !== undefined).map(rowsRead)),
  }
}

const SEARCHES: [string, Partial<ShipmentQuery>][] = [
  ['everything, newest first', {}],
  ['everything, oldest first', { orderAsc: 'true' }],
  ['the dearest', { orderBy: 'total_charge' }],
  ['by posting day', { orderBy: 'shipping_date', orderAsc: 'true' }],
  ['a month of purchases', { dateFrom: '2026-09-01', dateTo: '2026-09-30' }],
  ['a day of posting', { dateFilter: 'shipping', dateFrom: '2026-09-10', dateTo: '2026-09-10' }],
  ['one reference', { text: 'needle' }],
  ['one item number', { text: 'filled12345' }],
  ['one addressee by two words', { text: 'ellis77 person5077' }],
  ['a name of a thousand', { text: 'morf' }],
  ['a word that all have', { text: 'ellis' }],
  ['a postcode on a day', { text: 'nw1 3lh', dateFrom: '2026-10-01', dateTo: '2026-10-01' }],
  ['nothing', { text: 'nobodyhasthis' }],
  ['the last page', { start: 9_975 }],
]

it.each(SEARCHES)('finds %s on indexes', async (_name, asked) => {
  const query = { ...searchEndpoint.query.parse({}), ...asked }
  const { db } = scene.context
  const { organisation } = scene.buyer
  const counting = countQuery(db, organisation, query)
  const { total } = await counting.executeTakeFirstOrThrow()
  for (const built of [counting, pageQuery(db, organisation, query, total)]) {
    const { scans, read } = await carriedOut(built)
    expect(scans).not.toContain('Seq Scan')
    expect(read).toBeLessThan(ROWS_READ_MAX)
  }
})

const search = (query: string) => scene.buyer.post(`/stamp/v1/shipment/search?${query}`)

it('counts to 10,000 and pages no further', async () => {
  expect((await search('length=1')).json<{ total: number }>().total).toBe(10_000)
  expect((await search('length=1&text=morfydd')).json<{ total: number }>().total).toBe(SHIPMENTS / 200)
  expect((await search('start=10000')).statusCode).toBe(200)
  expect((await search('start=10001')).statusCode).toBe(400)
})
