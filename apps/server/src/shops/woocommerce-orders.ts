import { gramsFrom, type Grams } from '@postroom/domain/measures'
import { callShop, type ShopAddress } from './call-shop.ts'
import { addressOf, lineOf, pieceValue } from './order-text.ts'
import { ShopFailure, type SeenOrder } from './shop-port.ts'
import { productsSchema, weightUnitSchema, type WooOrder, type WooProduct } from './woocommerce-answers.ts'

const API = '/wp-json/wc/v3'
const AT_ONCE = 100
/** Products with variations are asked for one by one. Goods of further ones come without a weight. */
const VARIABLE_MAX = 50

const STATES: Readonly<Record<string, SeenOrder['state']>> = {
  processing: 'unshipped',
  completed: 'shipped',
  cancelled: 'cancelled',
  refunded: 'cancelled',
  failed: 'cancelled',
  trash: 'cancelled',
}

/** Extensions keep what customs need in fields of a product; WooCommerce has none of its own. */
const HS_FIELDS = new Set(['hs_code', '_hs_code', '_wc_hs_code', '_hs_tariff_number'])
const ORIGIN_FIELDS = new Set(['country_of_origin', '_country_of_origin', '_wc_country_of_origin'])

type Line = WooOrder['line_items'][number]

/** Orders with the weights and codes of their products, which WooCommerce keeps apart from them. */
export async function seenOrders(shop: ShopAddress, orders: readonly WooOrder[]): Promise<SeenOrder[]> {
  const unshipped = orders.filter(({ status }) => STATES[status] === 'unshipped').flatMap((order) => order.line_items)
  const products = await productsOf(shop, unshipped)
  const unit = products.size > 0 ? await unitOf(shop) : undefined
  return orders.map((order) => ({
    id: String(order.id),
    number: lineOf(`#${order.number}`),
    modified_at: order.date_modified_gmt,
    state: STATES[order.status] ?? 'waiting',
    to: shippingAddress(order),
    goods: order.line_items
      .filter(({ quantity }) => quantity > 0)
      .map((line) => goodsOf(line, products.get(keyOf(line)) ?? products.get(line.product_id), order.currency, unit)),
  }))
}

const shippingAddress = ({ shipping, billing }: WooOrder): SeenOrder['to'] =>
  addressOf({
    name: [shipping.first_name, shipping.last_name].map(lineOf).join(' '),
    company_name: shipping.company,
    address1: shipping.address_1,
    address2: shipping.address_2,
    city: shipping.city,
    state_province: shipping.state,
    postal_code: shipping.postcode,
    country: shipping.country,
    phone1: lineOf(shipping.phone) || billing.phone,
    email: billing.email,
  })

function goodsOf(line: Line, product: WooProduct | undefined, currency: string, unit: Unit | undefined) {
  const field = (names: ReadonlySet<string>): string => {
    const value = product?.meta_data.find(({ key }) => names.has(key))?.value
    return typeof value === 'string' ? lineOf(value) : ''
  }
  return {
    description: lineOf(line.name),
    quantity: line.quantity,
    weight: weightOf(product, unit),
    value: pieceValue(line.total, line.quantity, currency),
    sku: lineOf(line.sku),
    hs_code: field(HS_FIELDS),
    origin_country: field(ORIGIN_FIELDS).toUpperCase(),
  }
}

type Unit = 'kg' | 'g' | 'lbs' | 'oz'
const OUNCES_A_POUND = 16

function weightOf(product: WooProduct | undefined, unit: Unit | undefined): Grams | undefined {
  const value = Number(product?.weight ?? Number.NaN)
  if (!unit || !(value > 0) || value > 1_000_000) return undefined
  if (unit === 'oz') return gramsFrom(value / OUNCES_A_POUND, 'LB')
  return gramsFrom(value, unit === 'g' ? 'G' : unit === 'kg' ? 'KG' : 'LB')
}

/** A variation has an id of its own among the products. */
const keyOf = ({ product_id, variation_id }: Line): number => variation_id || product_id

async function productsOf(shop: ShopAddress, lines: readonly Line[]): Promise<Map<number, WooProduct>> {
  const found = new Map<number, WooProduct>()
  const add = async (path: string, ids: readonly number[]): Promise<void> => {
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const include = ids.slice(start, start + AT_ONCE).join(',')
      const query = { include, per_page: String(AT_ONCE), _fields: 'id,weight,meta_data' }
      const { answer } = await callShop(shop, { path, query, answer: productsSchema })
      for (const product of answer) found.set(product.id, product)
    }
  }
  await add(
    `${API}/products`,
    idsOf(lines, ({ product_id }) => product_id),
  )
  const varied = Map.groupBy(
    lines.filter(({ variation_id }) => variation_id > 0),
    ({ product_id }) => product_id,
  )
  const asked = [...varied].slice(0, VARIABLE_MAX)
  for (const [product, of] of asked)
    await add(
      `${API}/products/${product}/variations`,
      idsOf(of, ({ variation_id }) => variation_id),
    )
  // the weight of a product is not that of a variation which was not asked for
  for (const [product] of [...varied].slice(VARIABLE_MAX)) found.delete(product)
  return found
}

const idsOf = (lines: readonly Line[], id: (line: Line) => number): number[] =>
  [...new Set(lines.map(id))].filter((one) => one > 0)

/** A key without the right to read settings still imports orders, without their weights. */
async function unitOf(shop: ShopAddress): Promise<Unit | undefined> {
  try {
    const path = `${API}/settings/products/woocommerce_weight_unit`
    return (await callShop(shop, { path, answer: weightUnitSchema })).answer.value
  } catch (error) {
    if (error instanceof ShopFailure && (error.trouble === 'refused' || error.trouble === 'not_found')) return undefined
    throw error
  }
}
