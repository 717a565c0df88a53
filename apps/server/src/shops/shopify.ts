import { callShop, type ShopAddress } from './call-shop.ts'
import { ShopFailure, type ShopPort } from './shop-port.ts'
import {
  anythingSchema,
  fulfillmentOrdersSchema,
  oneOrderSchema,
  ordersSchema,
  SHOPIFY_API as API,
  type ShopifyOrder,
} from './shopify-answers.ts'
import { seenOrders } from './shopify-orders.ts'

const PAGE_LENGTH = 250
/** 20,000 orders: more have to wait for the next import. */
const PAGES_MAX = 80

/** A shop at Shopify. @param credential the access token of an app of the shop */
export function shopify(place: Omit<ShopAddress, 'headers'>, credential: string): ShopPort {
  const shop: ShopAddress = { ...place, headers: { 'x-shopify-access-token': credential } }
  const orderWith = async (id: string): Promise<ShopifyOrder> =>
    (await callShop(shop, { path: `${API}/orders/${encodeURIComponent(id)}.json`, answer: oneOrderSchema })).answer
      .order

  return {
    check: async () => {
      await callShop(shop, { path: `${API}/orders.json`, query: { limit: '1', status: 'open' }, answer: ordersSchema })
    },

    ordersSince: async function* (since) {
      let query: Record<string, string> | undefined = {
        limit: String(PAGE_LENGTH),
        order: 'updated_at asc',
        ...(since
          ? { status: 'any', updated_at_min: since.toISOString() }
          : { status: 'open', fulfillment_status: 'unshipped' }),
      }
      for (let pages = 0; query && pages < PAGES_MAX; pages++) {
        const { answer, headers } = await callShop(shop, { path: `${API}/orders.json`, query, answer: ordersSchema })
        if (answer.orders.length > 0) yield await seenOrders(shop, answer.orders)
        const next = nextPage(headers['link'])
        query = next === undefined ? undefined : { limit: String(PAGE_LENGTH), page_info: next }
      }
    },

    orderNow: async (id) => {
      try {
        return (await seenOrders(shop, [await orderWith(id)]))[0]
      } catch (error) {
        if (error instanceof ShopFailure && error.trouble === 'not_found') return undefined
        throw error
      }
    },

    // Shopify closes what is fulfilled, so that repeating the report finds nothing more to fulfil
    reportShipped: async (id, { tracking }) => {
      const path = `${API}/orders/${encodeURIComponent(id)}/fulfillment_orders.json`
      const { answer } = await callShop(shop, { path, answer: fulfillmentOrdersSchema })
      for (const { id: fulfillment_order_id, status } of answer.fulfillment_orders) {
        if (!OPEN.has(status)) continue
        const fulfillment = {
          line_items_by_fulfillment_order: [{ fulfillment_order_id }],
          notify_customer: true,
          ...(tracking && { tracking_info: { company: 'Royal Mail', ...tracking } }),
        }
        await callShop(shop, {
          method: 'POST',
          path: `${API}/fulfillments.json`,
          body: { fulfillment },
          answer: anythingSchema,
        })
      }
    },
  }
}

const OPEN = new Set(['open', 'in_progress'])

/** The cursor in `<https://…/orders.json?page_info=…>; rel="next"`. Only the cursor is used, never the address. */
function nextPage(link: string | string[] | undefined): string | undefined {
  const next = [link ?? []].flat().join(', ')
  return /[?&]page_info=([\w%=-]+)[^>]*>; rel="next"/.exec(next)?.[1]
}
