import * as z from 'zod'

/** Versions last a year; Shopify answers calls to an older one with the oldest that it still has. */
export const SHOPIFY_API = '/admin/api/2026-01'

// What is read of the answers of Shopify's REST Admin API. Further fields are ignored.

/** What a customer typed or an extension wrote must not keep an order from being read. */
const text = z.string().nullish().catch(null)
const decimal = z.coerce.number().min(0).catch(Number.NaN)

const lineSchema = z.object({
  title: z.string(),
  variant_title: text,
  sku: text,
  /** What is still to be sent of it; 0 once it was fulfilled, removed or refunded. */
  fulfillable_quantity: z.int().min(0),
  requires_shipping: z.boolean().default(true),
  /** Of one piece; 0 where nobody entered a weight. */
  grams: z.number().min(0).default(0),
  price: decimal,
  product_id: z.int().nullish(),
  variant_id: z.int().nullish(),
})

const orderSchema = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  updated_at: z.iso.datetime({ offset: true }).transform((time) => new Date(time)),
  cancelled_at: z.string().nullish(),
  financial_status: z.string().nullish(),
  fulfillment_status: z.string().nullish(),
  email: text,
  shipping_address: z
    .object({
      name: text,
      company: text,
      address1: text,
      address2: text,
      city: text,
      province: text,
      zip: text,
      country_code: text,
      phone: text,
    })
    .nullish(),
  line_items: z.array(lineSchema),
})
export type ShopifyOrder = z.output<typeof orderSchema>
export const oneOrderSchema = z.object({ order: orderSchema })
export const ordersSchema = z.object({ orders: z.array(orderSchema) })

export const fulfillmentOrdersSchema = z.object({
  fulfillment_orders: z.array(z.object({ id: z.int(), status: z.string() })),
})
export const productsSchema = z.object({
  products: z.array(z.object({ variants: z.array(z.object({ id: z.int(), inventory_item_id: z.int() })) })),
})
export const inventoryItemsSchema = z.object({
  inventory_items: z.array(z.object({ id: z.int(), harmonized_system_code: text, country_code_of_origin: text })),
})
export const anythingSchema = z.unknown()
