import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wooCommerce } from './woocommerce.ts'
import type { OrderedGoods } from './shop-port.ts'

let product: object = {}
const server = createServer(({ url = '' }, response) => {
  const order = {
    id: 1,
    number: '1',
    status: 'processing',
    currency: 'GBP',
    date_modified_gmt: '2026-11-20T10:00:00',
    shipping: {},
    line_items: [{ name: 'Pen', product_id: 2, quantity: 1, total: '2.50' }],
  }
  if (url.includes('/orders/')) response.end(JSON.stringify(order))
  else if (url.includes('/products?')) response.end(JSON.stringify([{ id: 2, ...product }]))
  else response.end('{"value":"g"}')
})
let url: string
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close().closeAllConnections())

/** The goods of an order for this product, in a shop whose weights are grams. */
async function goodsOf(given: object): Promise<OrderedGoods> {
  product = given
  return (await wooCommerce({ url, isPrivateAllowed: true }, 'key:secret').orderNow('1'))!.goods[0]!
}
const fieldOf = (key: string, value: unknown) => ({
  meta_data: [
    { key: 'colour', value: 'blue' },
    { key, value },
  ],
})

it.each(['hs_code', '_hs_code', '_wc_hs_code', '_hs_tariff_number'])('%s is the customs code', async (key) => {
  expect(await goodsOf(fieldOf(key, ' 482010 '))).toMatchObject({ hs_code: '482010', origin_country: '' })
  expect(await goodsOf(fieldOf(key, 482010))).toMatchObject({ hs_code: '' })
})

it.each(['country_of_origin', '_country_of_origin', '_wc_country_of_origin'])('%s is the origin', async (key) => {
  expect(await goodsOf(fieldOf(key, 'gb'))).toMatchObject({ hs_code: '', origin_country: 'GB' })
})

it.each([
  ['0', undefined],
  ['0.4', 1],
  ['1', 1],
  ['1000000', 1_000_000],
  ['1000001', undefined],
  ['-1', undefined],
  ['light', undefined],
  [undefined, undefined],
])('a weight of %s g is one of %s', async (weight, grams) => {
  expect((await goodsOf({ weight })).weight).toBe(grams)
})
