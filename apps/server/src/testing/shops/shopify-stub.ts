import { customer } from './customers.ts'
import { ShopClock, ShopServer, type Answered, type Asked } from './shop-server.ts'

export interface ShopifyStubOrder {
  id: number
  name: string
  currency: string
  updated_at: string
  cancelled_at: string | null
  financial_status: string
  fulfillment_status: string | null
  email: string
  shipping_address: Record<string, string | null>
  line_items: {
    product_id: number | null
    variant_id: number | null
    title: string
    variant_title: string | null
    sku: string
    quantity: number
    fulfillable_quantity: number
    requires_shipping: boolean
    grams: number
    price: string
  }[]
}

interface Fulfillment {
  order_id: number
  tracking_number: string | null
  tracking_url: string | null
}

export const SHOPIFY_TOKEN = 'shpat_stub'
/** The bucket of calls of a shop without Plus, and how fast it leaks. */
const BUCKET = 40
const LEAKS_A_SECOND = 2
const FULFILLMENT_ORDERS = 500_000
const VERSION = '/admin/api/:version'

/**
 * A stand-in for the REST Admin API of Shopify that is no kinder: cursors, a leaking bucket of 40 calls, and fulfilment
 * orders, each of which is fulfilled once.
 */
export class ShopifyStub extends ShopServer {
  readonly orders = new Map<number, ShopifyStubOrder>()
  /** Each was mailed to the customer. */
  readonly fulfillments: Fulfillment[] = []
  readonly clock = new ShopClock()
  #level = 0
  #leakedAt = performance.now()

  static async start(port = 0): Promise<ShopifyStub> {
    const stub = new ShopifyStub(({ headers }) => headers['x-shopify-access-token'] === SHOPIFY_TOKEN)
    stub.isTooMany = () => stub.#isFull()
    stub.#routes()
    await stub.start(port)
    return stub
  }

  add(n: number, change: Partial<ShopifyStubOrder> = {}): ShopifyStubOrder {
    const { first, last, line, city, postcode, country } = customer(n)
    const quantity = 1 + (n % 2)
    const order: ShopifyStubOrder = {
      id: 7_000_000_000 + n,
      name: `#${2000 + n}`,
      currency: 'GBP',
      updated_at: written(this.clock.next()),
      cancelled_at: null,
      financial_status: 'paid',
      fulfillment_status: null,
      email: 'customer@example.com',
      shipping_address: {
        name: `${first} ${last}`,
        company: null,
        address1: line,
        address2: null,
        city,
        province: null,
        zip: postcode,
        country_code: country,
        phone: null,
      },
      line_items: [
        {
          product_id: 90 + (n % 3),
          variant_id: 900 + (n % 3),
          title: n % 3 === 0 ? 'Hand-bound journal' : 'Greetings cards',
          variant_title: n % 3 === 0 ? 'Blue' : null,
          sku: `J-${n % 3}`,
          quantity,
          fulfillable_quantity: quantity,
          requires_shipping: true,
          grams: n % 3 === 0 ? 900 : 120,
          price: n % 3 === 0 ? '55.00' : '9.99',
        },
      ],
      ...change,
    }
    this.orders.set(order.id, order)
    return order
  }

  change(id: number, change: Partial<ShopifyStubOrder>): void {
    this.orders.set(id, { ...this.orders.get(id)!, ...change, updated_at: written(this.clock.next()) })
  }

  #isFull(): boolean {
    const now = performance.now()
    this.#level = Math.max(0, this.#level - ((now - this.#leakedAt) / 1000) * LEAKS_A_SECOND)
    this.#leakedAt = now
    if (this.#level + 1 > BUCKET) return true
    this.#level += 1
    return false
  }

  #routes(): void {
    this.on('GET', `${VERSION}/orders.json`, this.#list)
    this.on('GET', `${VERSION}/orders/:id.json`, ({ params }) => {
      const order = this.orders.get(Number(params['id']))
      return order ? { body: { order } } : { status: 404, body: { errors: 'Not Found' } }
    })
    this.on('GET', `${VERSION}/orders/:id/fulfillment_orders.json`, ({ params }) => {
      const order = this.orders.get(Number(params['id']))
      if (!order) return { status: 404, body: { errors: 'Not Found' } }
      return { body: { fulfillment_orders: [{ id: order.id + FULFILLMENT_ORDERS, status: statusOf(order) }] } }
    })
    this.on('GET', `${VERSION}/products.json`, ({ query }) => ({
      body: {
        products: idsIn(query).map((id) => ({ id, variants: [{ id: 810 + id, inventory_item_id: 8_100 + id }] })),
      },
    }))
    this.on('GET', `${VERSION}/inventory_items.json`, ({ query }) => ({
      body: {
        inventory_items: idsIn(query).map((id) => ({
          id,
          harmonized_system_code: id === 8_190 ? '482010' : '490900',
          country_code_of_origin: 'GB',
        })),
      },
    }))
    this.on('POST', `${VERSION}/fulfillments.json`, this.#fulfil)
  }

  #list = ({ query }: Asked): Answered => {
    const cursor = query.get('page_info')
    if (cursor && [...query.keys()].some((name) => name !== 'page_info' && name !== 'limit'))
      return { status: 400, body: { errors: { page_info: 'Invalid value.' } } }
    const { min, onlyOpen, after } = cursor
      ? (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { min: string; onlyOpen: boolean; after: string })
      : { min: query.get('updated_at_min') ?? '', onlyOpen: query.get('status') === 'open', after: '' }
    const limit = Number(query.get('limit') ?? 50)
    const rows = [...this.orders.values()]
      .filter((order) => !onlyOpen || (order.cancelled_at === null && order.fulfillment_status === null))
      .filter((order) => Date.parse(order.updated_at) >= Date.parse(min || '1970-01-01') && keyOf(order) > after)
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    const orders = rows.slice(0, limit)
    const next = Buffer.from(JSON.stringify({ min, onlyOpen, after: keyOf(orders.at(-1)) })).toString('base64url')
    const link = `<${this.url}/admin/api/2026-01/orders.json?limit=${limit}&page_info=${next}>; rel="next"`
    return { body: { orders }, ...(rows.length > limit && { headers: { link } }) }
  }

  #fulfil = ({ body }: Asked): Answered => {
    const { fulfillment } = body as {
      fulfillment: {
        line_items_by_fulfillment_order: { fulfillment_order_id: number }[]
        tracking_info?: { number: string; url: string }
      }
    }
    const [{ fulfillment_order_id }] = fulfillment.line_items_by_fulfillment_order as [{ fulfillment_order_id: number }]
    const order = this.orders.get(fulfillment_order_id - FULFILLMENT_ORDERS)
    if (!order || statusOf(order) !== 'open')
      return { status: 422, body: { errors: ['Fulfillment order is not in a state that can be fulfilled'] } }
    const { number = null, url = null } = fulfillment.tracking_info ?? {}
    this.fulfillments.push({ order_id: order.id, tracking_number: number, tracking_url: url })
    this.change(order.id, {
      fulfillment_status: 'fulfilled',
      line_items: order.line_items.map((line) => ({ ...line, fulfillable_quantity: 0 })),
    })
    return { status: 201, body: { fulfillment: { id: this.fulfillments.length, status: 'success' } } }
  }
}

const idsIn = (query: URLSearchParams): number[] => (query.get('ids') ?? '').split(',').map(Number)

const statusOf = ({ cancelled_at, fulfillment_status }: ShopifyStubOrder): string => {
  if (cancelled_at !== null) return 'cancelled'
  return fulfillment_status === 'fulfilled' ? 'closed' : 'open'
}

const keyOf = (order: ShopifyStubOrder | undefined): string =>
  order ? `${Date.parse(order.updated_at)} ${order.id}` : ''

/** In the zone of the shop. */
const written = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, '+00:00')
