import * as z from 'zod'

// What is read of the answers of WooCommerce's REST API v3. Further fields are ignored.

/** What a customer typed or an extension wrote must not keep an order from being read. */
const text = z.string().nullish().catch(null)
const decimal = z.coerce.number().min(0).catch(Number.NaN)

const metaSchema = z.array(z.object({ key: z.string(), value: z.unknown() })).default([])

export const orderSchema = z.object({
  id: z.int(),
  number: z.coerce.string(),
  status: z.string(),
  currency: z.string(),
  /** In UTC, without a zone. */
  date_modified_gmt: z.string().transform((time) => new Date(`${time}Z`)),
  billing: z.object({ email: text, phone: text }).default({}),
  shipping: z.object({
    first_name: text,
    last_name: text,
    company: text,
    address_1: text,
    address_2: text,
    city: text,
    state: text,
    postcode: text,
    country: text,
    phone: text,
  }),
  line_items: z.array(
    z.object({
      name: z.string(),
      product_id: z.int(),
      variation_id: z.int().default(0),
      /** Some extensions sell parts of a piece. */
      quantity: z.coerce.number().min(0).max(9_999).transform(Math.ceil),
      total: decimal,
      sku: text,
    }),
  ),
  meta_data: metaSchema,
})
export type WooOrder = z.output<typeof orderSchema>
export const ordersSchema = z.array(orderSchema)

/** `weight` is in the unit of the shop; empty where nobody entered one. */
export const productsSchema = z.array(z.object({ id: z.int(), weight: text, meta_data: metaSchema }))
export type WooProduct = z.output<typeof productsSchema>[number]

export const weightUnitSchema = z.object({ value: z.enum(['kg', 'g', 'lbs', 'oz']) })
export const notesSchema = z.array(z.object({ note: z.string() }))
export const anythingSchema = z.unknown()
