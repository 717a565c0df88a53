import { gramsFrom } from '@postroom/domain/measures'
import { callShop, type ShopAddress } from './call-shop.ts'
import { addressOf, lineOf, pieceValue } from './order-text.ts'
import { ShopFailure, type SeenOrder, type ShopPort } from './shop-port.ts'
import {
  anythingSchema,
  fulfillmentOrdersSchema,
  oneOrderSchema,
  ordersSchema,
  type ShopifyOrder,
} from './shopify-answers.ts'

/** Versions last a year; Shopify answers calls to an older one with the oldest that it still has. */
const API = '/admin/api/2026-01'
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
        if (answer.orders.length > 0) yield answer.orders.map(seenOrder)
        const next = nextPage(headers['link'])
        query = next === undefined ? undefined : { limit: String(PAGE_LENGTH), page_info: next }
      }
    },

    orderNow: async (id) => {
      try {
        return seenOrder(await orderWith(id))
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

const CANCELLED_PAYMENTS = new Set(['refunded', 'voided'])
const PAID = new Set(['paid', 'partially_refunded', 'partially_paid'])

const seenOrder = (order: ShopifyOrder): SeenOrder => ({
  id: String(order.id),
  number: order.name,
  modified_at: order.updated_at,
  state: stateOf(order),
  to: shippingAddress(order),
  goods: order.line_items
    .filter(({ fulfillable_quantity, requires_shipping }) => fulfillable_quantity > 0 && requires_shipping)
    .map((line) => ({
      description: [line.title, line.variant_title].map(lineOf).filter(Boolean).join(', '),
      quantity: line.fulfillable_quantity,
      weight: line.grams > 0 ? gramsFrom(line.grams, 'G') : undefined,
      value: pieceValue(line.price, 1, order.currency),
      sku: lineOf(line.sku),
      hs_code: '',
      origin_country: '',
    })),
})

function stateOf({ cancelled_at, financial_status, fulfillment_status, line_items }: ShopifyOrder): SeenOrder['state'] {
  if (cancelled_at || CANCELLED_PAYMENTS.has(financial_status ?? '')) return 'cancelled'
  const isLeft = line_items.some((line) => line.fulfillable_quantity > 0 && line.requires_shipping)
  if (fulfillment_status === 'fulfilled' || !isLeft) return 'shipped'
  return PAID.has(financial_status ?? '') ? 'unshipped' : 'waiting'
}

const shippingAddress = ({ shipping_address: to, email }: ShopifyOrder): SeenOrder['to'] =>
  addressOf({
    name: to?.name,
    company_name: to?.company,
    address1: to?.address1,
    address2: to?.address2,
    city: to?.city,
    state_province: to?.province,
    postal_code: to?.zip,
    country: to?.country_code,
    phone1: to?.phone,
    email,
  })
