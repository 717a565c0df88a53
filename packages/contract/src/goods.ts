import * as z from 'zod'
import { contentsItemSchema } from './customs.ts'
import { endpoint } from './endpoint.ts'
import { singleLine } from './single-line.ts'

/** The most goods that an organisation keeps: after that, those not sent for longest are forgotten. */
export const KEPT_GOODS_MAX = 200
/** The most codes that a search answers. */
export const HS_RESULTS_MAX = 20

/** Goods that are sent often: a customs item without its quantity. The description names them. */
export const goodsSchema = contentsItemSchema.omit({ quantity: true })
export type Goods = z.output<typeof goodsSchema>

const keptGoodsSchema = z.object({ id: z.uuid(), ...goodsSchema.shape })
export type KeptGoods = z.output<typeof keptGoodsSchema>

/** Every kept good at once: a list to type into. */
export const listGoods = endpoint({
  id: 'listGoods',
  method: 'GET',
  path: '/stamp/v1/goods',
  summary: 'The goods that the organisation sends often, the last sent first; bought goods are kept by themselves',
  tag: 'shipment',
  auth: 'session',
  responses: { 200: z.object({ data: z.array(keptGoodsSchema) }) },
  errors: [],
})

export const saveGoods = endpoint({
  id: 'saveGoods',
  method: 'POST',
  path: '/stamp/v1/goods',
  summary: `Keep goods under their description, replacing those that have it; the last ${KEPT_GOODS_MAX} are kept`,
  tag: 'shipment',
  auth: 'session',
  body: goodsSchema,
  responses: { 200: keptGoodsSchema },
  errors: ['character_not_printable'],
})

export const deleteGoods = endpoint({
  id: 'deleteGoods',
  method: 'DELETE',
  path: '/stamp/v1/goods/{id}',
  summary: 'Forget kept goods; shipments keep theirs',
  tag: 'shipment',
  auth: 'session',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: z.object({ id: z.uuid() }) },
  errors: [],
})

/** Words in English as the Harmonized System has them, everyday words also in French. Digits find codes. */
export const searchHsCodes = endpoint({
  id: 'searchHsCodes',
  method: 'GET',
  path: '/stamp/v1/goods/hs',
  summary: 'Subheadings of the Harmonized System 2022 with all of these words or word beginnings, the best first',
  tag: 'shipment',
  auth: 'session',
  query: z.strictObject({ q: singleLine(100).default('') }),
  responses: { 200: z.object({ data: z.array(z.object({ code: z.string(), description: z.string() })) }) },
  errors: [],
})
