import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { ShopPort } from './shop-port.ts'
import { shopify } from './shopify.ts'
import { wooCommerce } from './woocommerce.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** The address of a shop whose orders have no end. */
async function endless(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  stops.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function pagesOf(shop: ShopPort): Promise<number> {
  const pages = []
  for await (const page of shop.ordersSince(undefined)) pages.push(page)
  return pages.length
}

it('an import from Shopify ends after eighty pages', async () => {
  const order = { id: 1, name: '#1', currency: 'GBP', updated_at: '2026-11-20T10:00:00Z', line_items: [] }
  const url = await endless((_request, response) =>
    response
      .writeHead(200, { link: '<https://shop.example/orders.json?page_info=more>; rel="next"' })
      .end(JSON.stringify({ orders: [order] })),
  )
  expect(await pagesOf(shopify({ url, isPrivateAllowed: true }, 'token'))).toBe(80)
})

it('an import from WooCommerce ends after two hundred pages', async () => {
  const order = {
    id: 1,
    number: 1,
    status: 'completed',
    currency: 'GBP',
    date_modified_gmt: '2026-11-20T10:00:00',
    shipping: {},
    line_items: [],
  }
  const page = JSON.stringify(Array.from({ length: 100 }, () => order))
  const asked: string[] = []
  const url = await endless((request, response) => {
    asked.push(new URL(request.url!, 'http://shop').searchParams.get('page')!)
    response.end(page)
  })
  expect(await pagesOf(wooCommerce({ url, isPrivateAllowed: true }, 'key:secret'))).toBe(200)
  expect([asked[0], asked[1], asked.at(-1)]).toEqual(['1', '1', '199'])
})
