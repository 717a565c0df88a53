import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyRow } from '../../testing/copied-rows.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(() => scene.close())

interface Queue {
  at: string
  sold: string[]
}
const queue = async (buyer: Buyer, changed_after?: string) => {
  const query = changed_after === undefined ? '' : `?changed_after=${changed_after}`
  return (await buyer.get(`/stamp/v1/shipment/pending${query}`)).json<Queue>()
}

it('an answer names the time from which the next one lists changes: five seconds before it', async () => {
  const before = Date.now()
  const { at } = await queue(scene.buyer)
  expect(Date.parse(at)).toBeGreaterThanOrEqual(before - 5_000)
  expect(Date.parse(at)).toBeLessThanOrEqual(Date.now() - 5_000)
})

it('what was sold are the keys of purchases of the organisation, and of no test print', async () => {
  const [buyer, other] = [await aBuyer(scene, 10_00), await aBuyer(scene, 10_00)]
  const { at } = await queue(buyer)
  await other.buy('of-another')
  await buyer.buy('only-for-looks', buyer.draft(), { test: true })
  await buyer.buy('really-bought')
  expect((await queue(buyer, at)).sold).toEqual(['really-bought'])
})

it('of many purchases the newest thousand are listed', async () => {
  const buyer = await aBuyer(scene, 10_00)
  const { at } = await queue(buyer)
  const { id } = (await buyer.buy('the-newest')).json<Shipment>()
  await copyRow(
    scene.database.url,
    {
      table: 'purchase',
      where: `id = '${id}'`,
      changes: `'id', gen_random_uuid(), 'idem_key', 'older-one-' || nth, 'carrier_no', 'COPY' || nth,
        'created_at', created_at - nth * interval '1 ms'`,
    },
    1_000,
  )
  const { sold } = await queue(buyer, at)
  expect(sold).toHaveLength(1_000)
  expect(sold.slice(0, 2)).toEqual(['the-newest', 'older-one-1'])
  expect(sold).not.toContain('older-one-1000')
})
