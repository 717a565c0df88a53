import { searchShipments as searchEndpoint } from '@postroom/contract/shipment-search'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillShipments } from '../../../testing/fill-shipments.ts'
import { aBuyer, purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { executedPlan, SHIPMENT_SEARCHES } from '../../../testing/shipment-searches.ts'
import { countQuery, pageQuery, tablesOf } from './search.store.ts'

/** Half each in two organisations. */
const SHIPMENTS = 60_000
/** How many rows a search may read: those it counts and shows, and room for a bulk read. */
const ROWS_READ_MAX = 12_000

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(10_00)
  for (const buyer of [scene.buyer, await aBuyer(scene, 10_00)]) await buyer.buy('like-this-one')
  await fillShipments(scene.database.url, SHIPMENTS / 2)
}, 300_000)
afterAll(() => scene.close())

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

const search = (query: string) => scene.buyer.post(`/stamp/v1/shipment/search?${query}`)

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
