import { gramsFrom } from '@postroom/domain/measures'
import { callShop, type ShopAddress } from './call-shop.ts'
import { addressOf, lineOf, pieceValue } from './order-text.ts'
import { ShopFailure, type OrderedGoods, type SeenOrder } from './shop-port.ts'
import { inventoryItemsSchema, productsSchema, SHOPIFY_API as API, type ShopifyOrder } from './shopify-answers.ts'

const CANCELLED_PAYMENTS = new Set(['refunded', 'voided'])
const PAID = new Set(['paid', 'partially_refunded', 'partially_paid'])
const AT_ONCE = 100

type Line = ShopifyOrder['line_items'][number]
type Codes = Pick<OrderedGoods, 'hs_code' | 'origin_country'>
const NO_CODES: Codes = { hs_code: '', origin_country: '' }

/** Orders with the customs codes of their goods, which Shopify keeps with its stock. They are asked for only for orders abroad. */
export async function seenOrders(shop: ShopAddress, orders: readonly ShopifyOrder[]): Promise<SeenOrder[]> {
  const abroad = orders.filter(
    (order) => stateOf(order) === 'unshipped' && order.shipping_address?.country_code !== 'GB',
  )
  const codes = await codesOf(
    shop,
    abroad.flatMap((order) => order.line_items),
  )
  return orders.map((order) => ({
    id: String(order.id),
    number: lineOf(order.name),
    modified_at: order.updated_at,
    state: stateOf(order),
    to: shippingAddress(order),
    goods: order.line_items.filter(isLeft).map((line) => ({
      description: [line.title, line.variant_title].map(lineOf).filter(Boolean).join(', '),
      quantity: line.fulfillable_quantity,
      weight: line.grams > 0 ? gramsFrom(line.grams, 'G') : undefined,
      value: pieceValue(line.price, 1, order.currency),
      sku: lineOf(line.sku),
      ...(codes.get(line.variant_id ?? 0) ?? NO_CODES),
    })),
  }))
}

const isLeft = ({ fulfillable_quantity, requires_shipping }: Line): boolean =>
  fulfillable_quantity > 0 && requires_shipping

function stateOf({ cancelled_at, financial_status, fulfillment_status, line_items }: ShopifyOrder): SeenOrder['state'] {
  if (cancelled_at || CANCELLED_PAYMENTS.has(financial_status ?? '')) return 'cancelled'
  if (fulfillment_status === 'fulfilled' || !line_items.some(isLeft)) return 'shipped'
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

/** Customs codes by variant. A token without the right to read products still imports orders, without their codes. */
async function codesOf(shop: ShopAddress, lines: readonly Line[]): Promise<Map<number, Codes>> {
  const found = new Map<number, Codes>()
  try {
    for (const ids of inParts(lines.flatMap(({ product_id }) => product_id ?? []))) {
      const query = { ids, limit: '250', fields: 'id,variants' }
      const { answer } = await callShop(shop, { path: `${API}/products.json`, query, answer: productsSchema })
      const variants = answer.products.flatMap((product) => product.variants)
      const items = await itemsOf(
        shop,
        variants.map(({ inventory_item_id }) => inventory_item_id),
      )
      for (const { id, inventory_item_id } of variants) found.set(id, items.get(inventory_item_id) ?? NO_CODES)
    }
  } catch (error) {
    if (!(error instanceof ShopFailure) || error.trouble !== 'refused') throw error
  }
  return found
}

async function itemsOf(shop: ShopAddress, wanted: readonly number[]): Promise<Map<number, Codes>> {
  const found = new Map<number, Codes>()
  for (const ids of inParts(wanted)) {
    const query = { ids, limit: String(AT_ONCE) }
    const { answer } = await callShop(shop, {
      path: `${API}/inventory_items.json`,
      query,
      answer: inventoryItemsSchema,
    })
    for (const { id, harmonized_system_code, country_code_of_origin } of answer.inventory_items)
      found.set(id, { hs_code: lineOf(harmonized_system_code), origin_country: lineOf(country_code_of_origin) })
  }
  return found
}

/** Ids as the interface takes them, as many as it takes at once. */
function inParts(ids: readonly number[]): string[] {
  const all = [...new Set(ids)]
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, part) =>
    all.slice(part * AT_ONCE, (part + 1) * AT_ONCE).join(','),
  )
}
