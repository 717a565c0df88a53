import { customer } from './customers.ts'
import { ShopClock, ShopServer, type Answered, type Asked } from './shop-server.ts'

/** An order as the stub keeps and sends it. */
export interface WooStubOrder {
  id: number
  number: string
  status: string
  currency: string
  date_modified_gmt: string
  billing: Record<string, string>
  shipping: Record<string, string>
  line_items: { name: string; product_id: number; variation_id: number; quantity: number; total: string; sku: string }[]
  meta_data: { key: string; value: unknown }[]
}

const KEY = 'ck_stub:cs_stub'
export const WOO_KEYS = { consumer_key: 'ck_stub', consumer_secret: 'cs_stub' }
const API = '/wp-json/wc/v3'

/** Products of the shop; weights in the unit of the shop, which is kilograms. The last one has none. */
const PRODUCTS = [
  {
    id: 1,
    weight: '0.25',
    meta_data: [
      { key: '_hs_code', value: '482010' },
      { key: '_country_of_origin', value: 'GB' },
    ],
  },
  {
    id: 2,
    weight: '1.9',
    meta_data: [
      { key: 'hs_code', value: '621410' },
      { key: 'country_of_origin', value: 'gb' },
    ],
  },
  { id: 3, weight: '', meta_data: [] },
]

/**
 * A stand-in for the REST API of WooCommerce that is no kinder: pages that shift when orders change, whole seconds, weights
 * apart from the orders, and 500 for whatever a plugin breaks.
 */
export class WooCommerceStub extends ShopServer {
  readonly orders = new Map<number, WooStubOrder>()
  /** Notes by order: each was mailed to the customer. */
  readonly notes = new Map<number, string[]>()
  readonly clock = new ShopClock()
  /** What the setting of the unit of weights answers. */
  unit: object = { id: 'unit', value: 'kg' }
  unitStatus = 200
  /** Called after each page of orders was sent: what changes meanwhile. */
  afterPage: () => void = () => {}

  static async start(port = 0): Promise<WooCommerceStub> {
    const basic = `Basic ${Buffer.from(KEY).toString('base64')}`
    const stub = new WooCommerceStub(({ headers }) => headers.authorization === basic)
    stub.#routes()
    await stub.start(port)
    return stub
  }

  /** Adds an order by the customer with this number, some fields changed. */
  add(n: number, change: Partial<WooStubOrder> = {}): WooStubOrder {
    const { first, last, line, city, postcode, country } = customer(n)
    const [product, quantity] = [1 + (n % 2), 1 + (n % 3 === 0 ? 1 : 0)]
    const price = product === 1 ? 12.5 : 40
    const order: WooStubOrder = {
      id: 1000 + n,
      number: String(1000 + n),
      status: 'processing',
      currency: 'GBP',
      date_modified_gmt: written(this.clock.next()),
      billing: { email: 'customer@example.com', phone: '020 7946 0123' },
      shipping: {
        first_name: first,
        last_name: last,
        company: '',
        address_1: line,
        address_2: '',
        city,
        state: '',
        postcode,
        country,
      },
      line_items: [
        {
          name: product === 1 ? 'Notebook, dotted paper' : 'Women’s silk scarf',
          product_id: product,
          variation_id: 0,
          quantity,
          total: (price * quantity).toFixed(2),
          sku: `SKU-${product}`,
        },
      ],
      meta_data: [],
      ...change,
    }
    this.orders.set(order.id, order)
    return order
  }

  change(id: number, change: Partial<WooStubOrder>): void {
    this.orders.set(id, { ...this.orders.get(id)!, ...change, date_modified_gmt: written(this.clock.next()) })
  }

  #routes(): void {
    this.on('GET', `${API}/orders`, this.#list)
    this.on('GET', `${API}/orders/:id`, ({ params }) => this.#found(params['id']))
    this.on('PUT', `${API}/orders/:id`, this.#update)
    this.on('GET', `${API}/orders/:id/notes`, ({ params }) => ({
      body: (this.notes.get(Number(params['id'])) ?? []).map((note, id) => ({ id, note })),
    }))
    this.on('POST', `${API}/orders/:id/notes`, this.#addNote)
    this.on('GET', `${API}/products`, ({ query }) => {
      const wanted = new Set((query.get('include') ?? '').split(',').map(Number))
      return { body: PRODUCTS.filter(({ id }) => wanted.has(id)) }
    })
    this.on('GET', `${API}/products/:id/variations`, () => ({ body: [{ id: 31, weight: '0.4', meta_data: [] }] }))
    this.on('GET', `${API}/settings/products/woocommerce_weight_unit`, () => ({
      status: this.unitStatus,
      body: this.unit,
    }))
  }

  #list = ({ query }: Asked): Answered => {
    const after = query.get('modified_after')
    if (after && query.get('dates_are_gmt') !== 'true') return refused('The times would be those of the shop')
    const status = query.get('status') ?? 'any'
    const length = Number(query.get('per_page'))
    if (!(length >= 1 && length <= 100)) return refused('Invalid parameter(s): per_page')
    const rows = [...this.orders.values()]
      .filter((order) => (status === 'any' || order.status === status) && (!after || order.date_modified_gmt > after))
      .toSorted((a, b) => (query.get('orderby') === 'modified' ? byChange(a, b) : b.id - a.id))
    const start = (Number(query.get('page') ?? 1) - 1) * length
    const body = structuredClone(rows.slice(start, start + length))
    this.afterPage()
    return { body, headers: { 'x-wp-total': String(rows.length) } }
  }

  #found(id: string | undefined): Answered {
    const order = this.orders.get(Number(id))
    return order ? { body: order } : { status: 404, body: { code: 'woocommerce_rest_shop_order_invalid_id' } }
  }

  #update = ({ params, body }: Asked): Answered => {
    const order = this.orders.get(Number(params['id']))
    if (!order) return this.#found(params['id'])
    const { status = order.status, meta_data = [] } = body as Partial<WooStubOrder>
    const keys = new Set(meta_data.map(({ key }) => key))
    const kept = order.meta_data.filter(({ key }) => !keys.has(key))
    this.change(order.id, { status, meta_data: [...kept, ...meta_data] })
    return this.#found(params['id'])
  }

  #addNote = ({ params, body }: Asked): Answered => {
    const id = Number(params['id'])
    const { note } = body as { note: string }
    if (!this.orders.has(id)) return this.#found(params['id'])
    this.notes.set(id, [...(this.notes.get(id) ?? []), note])
    return { status: 201, body: { id: 1, note } }
  }
}

const byChange = (a: WooStubOrder, b: WooStubOrder): number =>
  a.date_modified_gmt + a.id < b.date_modified_gmt + b.id ? -1 : 1

/** A time without a zone, as WordPress writes it. */
const written = (time: Date): string => time.toISOString().slice(0, 19)

const refused = (message: string): Answered => ({ status: 400, body: { code: 'rest_invalid_param', message } })
