import * as z from 'zod'
import { addressTextSchema, postalAddressSchema } from './address.ts'
import { endpoint } from './endpoint.ts'
import { pendingIdSchema } from './shipment.ts'
import { singleLine } from './single-line.ts'

export const SHOP_KINDS = ['woocommerce', 'shopify'] as const
/** The most shops that an organisation connects. */
export const SHOPS_MAX = 20

/**
 * Why a call to a shop failed. `refused`: it does not accept the key. `address_refused`: its address is not one on the public
 * internet, or without https. `unreadable`: the stored key cannot be opened with the server's secret.
 */
export const SHOP_TROUBLES = [
  'refused',
  'not_found',
  'unreachable',
  'busy',
  'not_understood',
  'address_refused',
  'unreadable',
] as const
export type ShopTrouble = (typeof SHOP_TROUBLES)[number]

/** What cannot be taken over from an order as it is. Saving the shipment with corrections clears them. */
export const ORDER_PROBLEMS = [
  'country_unknown',
  'address_invalid',
  'text_shortened',
  'currency',
  'goods_incomplete',
  'too_many_goods',
] as const
export type OrderProblem = (typeof ORDER_PROBLEMS)[number]

/** What happened to an order since it came into the queue. Its shipment is not sold until somebody has accepted it. */
export const ORDER_MARKS = ['changed', 'cancelled', 'shipped'] as const

/** The order of a shop that a prepared shipment was made from. */
export const shopOrderSchema = z.object({
  shop: z.string(),
  kind: z.enum(SHOP_KINDS),
  /** The shop's, as customers know it. */
  number: z.string(),
  mark: z.enum(ORDER_MARKS).optional(),
  problems: z.array(z.enum(ORDER_PROBLEMS)),
})

/** Only printable ASCII: they are sent in a header. */
const secret = z
  .string()
  .trim()
  .regex(/^[!-~]{1,500}$/)
const address = z.url({ protocol: /^https?$/ }).max(200)
const connected = { name: singleLine(40).min(1), url: address, from: postalAddressSchema }

/** How a shop is connected. The shipments of its orders are sent `from` this address. */
const connectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('woocommerce'), ...connected, consumer_key: secret, consumer_secret: secret }),
  z.strictObject({ kind: z.literal('shopify'), ...connected, access_token: secret }),
])
export type ShopConnection = z.output<typeof connectionSchema>

/** A connected shop. Its key is never returned. */
const shopSchema = z.object({
  id: z.uuid(),
  kind: z.enum(SHOP_KINDS),
  name: z.string(),
  url: z.string(),
  from: addressTextSchema,
  connected_at: z.iso.datetime(),
  /** When its orders were last complete here; absent before the first import. */
  imported_at: z.iso.datetime().optional(),
  /** Why the last import failed. Orders before the failure are here. */
  trouble: z.enum(SHOP_TROUBLES).optional(),
  /** Reports of bought shipments that are outstanding, and those that were given up. */
  reports: z.object({ waiting: z.int(), failed: z.int() }),
})
export type Shop = z.output<typeof shopSchema>

const testSchema = z.object({ result: z.enum(['connected', ...SHOP_TROUBLES]), shop: shopSchema.optional() })
export type ShopTest = z.output<typeof testSchema>

const OF_MANAGERS = { tag: 'shipment', auth: 'session', permission: 'administration' } as const
const OF_THE_MAILROOM = { tag: 'shipment', auth: 'session', permission: 'mod_shipping' } as const
const params = z.strictObject({ shopId: z.uuid() })
const PATH = '/stamp/v1/shop'

export const listShops = endpoint({
  ...OF_THE_MAILROOM,
  id: 'listShops',
  method: 'GET',
  path: PATH,
  summary: `The connected shops of the organisation, by name: ${SHOPS_MAX} at most`,
  responses: { 200: z.object({ data: z.array(shopSchema) }) },
  errors: [],
})

export const connectShop = endpoint({
  ...OF_MANAGERS,
  id: 'connectShop',
  method: 'POST',
  path: PATH,
  summary:
    'Connect a shop once it has accepted the key; otherwise nothing changes. A shop that is connected gets the new key',
  body: connectionSchema,
  responses: { 200: testSchema },
  errors: ['too_many_shops', 'too_many_requests'],
})

export const testShop = endpoint({
  ...OF_MANAGERS,
  id: 'testShop',
  method: 'POST',
  path: `${PATH}/{shopId}/test`,
  summary: 'Call the shop with its key, and change nothing',
  params,
  responses: { 200: testSchema },
  errors: ['too_many_requests'],
})

export const importOrders = endpoint({
  ...OF_THE_MAILROOM,
  id: 'importOrders',
  method: 'POST',
  path: `${PATH}/{shopId}/import`,
  summary: 'Import the orders of a shop now, in the background; it happens by itself every few minutes',
  params,
  responses: { 202: shopSchema },
  errors: [],
})

export const removeShop = endpoint({
  ...OF_MANAGERS,
  id: 'removeShop',
  method: 'DELETE',
  path: `${PATH}/{shopId}`,
  summary: 'Forget the key of a shop: nothing more is imported or reported. Prepared shipments stay in the queue',
  params,
  responses: { 200: z.object({ shopId: z.uuid() }) },
  errors: [],
})

export const acceptOrder = endpoint({
  ...OF_THE_MAILROOM,
  id: 'acceptOrder',
  method: 'POST',
  path: '/stamp/v1/shipment/pending/{pending_id}/order',
  summary:
    'Sell a prepared shipment although its order was changed, cancelled or shipped at the shop, as of this version',
  params: z.strictObject({ pending_id: pendingIdSchema }),
  body: z.strictObject({ version: z.int().min(1) }),
  responses: { 200: z.object({ pending_id: pendingIdSchema }) },
  errors: ['pending_changed'],
})
