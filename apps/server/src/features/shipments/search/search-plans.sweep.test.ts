import { searchShipments as searchEndpoint } from '@postroom/contract/shipment-search'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillShipments } from '../../../testing/fill-shipments.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { executedPlan, SHIPMENT_SEARCHES } from '../../../testing/shipment-searches.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { countQuery, newestCountQuery, pageQuery, tablesOf } from './search.store.ts'

/** Half each in two organisations. */
const SHIPMENTS = 60_000
/** How many rows a search may read: those it counts and shows, and room for a bulk read. */
const ROWS_READ_MAX = 12_000
const SAMPLE = 500

let scene: PurchaseScene
let other: Buyer
beforeAll(async () => {
  scene = await purchaseScene(10_00)
  other = await aBuyer(scene, 10_00)
  for (const buyer of [scene.buyer, other]) await buyer.buy('like-this-one')
  await fillShipments(scene.database.url, SHIPMENTS / 2)
}, 300_000)
afterAll(() => scene.close())

/** Makes the buyer of another organisation, who bought nothing here, the buyer of so many shipments. */
async function boughtByAnother(shipments: number): Promise<string> {
  const { rows } = await asOwner(
    scene.database.url,
    `select created_by from purchase where organisation_id = '${other.organisation}' limit 1`,
  )
  const [{ created_by }] = rows as [{ created_by: string }]
  await asOwner(
    scene.database.url,
    `set session_replication_role = replica; -- no checks
     update purchase set created_by = '${created_by}' where id in (select id from purchase
       where organisation_id = '${scene.buyer.organisation}' and state = 'BOUGHT' order by created_at limit ${shipments})`,
  )
  return created_by
}

it.each(SHIPMENT_SEARCHES)('finds %s on indexes', async (_name, asked) => {
  const query = { ...searchEndpoint.query.parse({}), ...asked }
  const { db } = scene.context
  const { organisation } = scene.buyer
  const countings = tablesOf(query).map((table) => ({ table, counting: countQuery(db, organisation, query, table) }))
  const sides = await Promise.all(
    countings.map(async ({ table, counting }) => ({ table, ...(await counting.executeTakeFirstOrThrow()) })),
  )
  for (const built of [...countings.map(({ counting }) => counting), pageQuery(db, organisation, query, sides)]) {
    const { scans, read } = await executedPlan(built)
    expect(scans).not.toContain('Seq Scan')
    expect(read).toBeLessThan(ROWS_READ_MAX)
  }
})

it.each(['purchase', 'manual_shipment'] as const)(
  'counts a common word without reading all of it: %s',
  async (table) => {
    const query = { ...searchEndpoint.query.parse({}), text: 'ellis' }
    const { scans, read } = await executedPlan(
      newestCountQuery(scene.context.db, scene.buyer.organisation, query, table, SAMPLE),
    )
    expect(scans).not.toContain('Seq Scan')
    expect(scans).not.toContain('Bitmap Index Scan')
    expect(read).toBeLessThanOrEqual(SAMPLE)
  },
)

const search = (query: string) => scene.buyer.post(`/stamp/v1/shipment/search?${query}`)

it.each(['', '&withManual=true', '&text=ellis', '&text=ellis&status=bought', '&country=GB'])(
  'counts to 10,000 and says that there are more: %s',
  async (narrowing) => {
    const found = (await search(`length=1&withSum=true${narrowing}`)).json<object>()
    expect(found).toMatchObject({ total: 10_000, total_is_minimum: true })
    expect(found).not.toHaveProperty('sum')
  },
)

it.each([
  ['one less', 9_999],
  ['all that are counted', 10_000],
  ['one more', 10_001],
])('knows whether there are more: %s', async (_name, shipments) => {
  const person = await boughtByAnother(shipments)
  const found = (await search(`length=1&withSum=true&person=${person}`)).json<Record<string, unknown>>()
  expect(found['total']).toBe(Math.min(shipments, 10_000))
  expect(found['total_is_minimum']).toBe(shipments > 10_000 ? true : undefined)
  expect(found['sum'] === undefined).toBe(shipments > 10_000)
  const file = await scene.buyer.get(`/stamp/v1/shipment/search.csv?person=${person}`)
  expect(file.body.trimEnd().split('\r\n')).toHaveLength(Math.min(shipments, 10_000) + 1)
  expect(file.headers['content-disposition']).toBe(
    `attachment; filename="${shipments > 10_000 ? 'shipments-newest-10000' : 'shipments'}.csv"`,
  )
})

it('counts to 10,000 and pages no further', async () => {
  expect((await search('length=1')).json<{ total: number }>().total).toBe(10_000)
  expect((await search('length=1&text=morfydd')).json<{ total: number }>().total).toBe(SHIPMENTS / 200)
  expect((await search('length=1&text=morfydd&withManual=true')).json<{ total: number }>().total).toBe(
    2 * (SHIPMENTS / 200), // every Morfydd is among the rows of every fifth
  )
  expect((await search('length=1&withManual=true')).json<{ total: number }>().total).toBe(10_000)
  expect((await search('start=10000')).statusCode).toBe(200)
  expect((await search('start=10001')).statusCode).toBe(400)
})
