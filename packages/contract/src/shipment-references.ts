import { BUDGET_PERIODS, ON_EXCEED } from '@postroom/domain/purchase/budget'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { penceSchema } from './rate.ts'
import { singleLine } from './single-line.ts'

/** One reference of a shipment as the organisation wants it. In `pattern`, `9` is a digit, `A` a letter, all else itself. */
const referenceFieldSchema = z.strictObject({
  label: singleLine(40).min(1),
  required: z.boolean().default(false),
  choices: z.array(singleLine(20).min(1)).max(100).default([]),
  pattern: singleLine(20).default(''),
})

/** In the order of the references; the fourth would have no reference to be about. */
const referenceFieldsSchema = z.strictObject({ data: z.array(referenceFieldSchema).max(3) })

export const listReferenceFields = endpoint({
  id: 'listReferenceFields',
  method: 'GET',
  path: '/stamp/v1/referencefield',
  summary: 'What the organisation wants as first, second and third reference of a shipment',
  tag: 'shipment',
  auth: 'session',
  responses: { 200: referenceFieldsSchema },
  errors: [],
})

export const saveReferenceFields = endpoint({
  id: 'saveReferenceFields',
  method: 'PUT',
  path: '/stamp/v1/referencefield',
  summary: 'Say anew what the references of a shipment must be; purchases are checked from then on',
  tag: 'shipment',
  auth: 'session',
  permission: 'administration',
  body: referenceFieldsSchema,
  responses: { 200: referenceFieldsSchema },
  errors: [],
})

/** What may be bought for a cost centre in each calendar period of UK time, in pence. */
const budgetSchema = z.strictObject({
  amount: penceSchema.max(1_000_000_000),
  period: z.enum(BUDGET_PERIODS),
  /** `warn`: buy and tell the office once in a period. `block`: refuse what goes beyond it. */
  on_exceed: z.enum(ON_EXCEED),
})

const costCenterBody = z.strictObject({
  code: singleLine(20).min(1),
  name: singleLine(80),
  /** One that is no longer used stays, for what was bought for it. */
  is_active: z.boolean().default(true),
  /** Absent: none. */
  budget: budgetSchema.optional(),
})
export type CostCenterFields = z.output<typeof costCenterBody>
const costCenterSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  /** With what was spent in the running period, and what is left of it: below 0 when more was bought. */
  budget: budgetSchema.extend({ spent: penceSchema, left: z.int() }).optional(),
})

export const listCostCenters = endpoint({
  id: 'listCostCenters',
  method: 'GET',
  path: '/stamp/v1/costcenter',
  summary: 'The cost centres of the organisation',
  tag: 'shipment',
  auth: 'session',
  query: listQuery(['code', 'name']).extend({ is_active: z.enum(['true', 'false']).optional() }),
  responses: { 200: pageOf(costCenterSchema) },
  errors: [],
})

export const saveCostCenter = endpoint({
  id: 'saveCostCenter',
  method: 'POST',
  path: '/stamp/v1/costcenter',
  summary: 'Save a cost centre under its code: add it, rename it, set its budget, or take it out of use',
  tag: 'shipment',
  auth: 'session',
  permission: 'administration',
  body: costCenterBody,
  responses: { 200: costCenterSchema },
  errors: [],
})
