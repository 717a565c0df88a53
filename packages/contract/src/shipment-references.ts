import { BUDGET_PERIODS, ON_EXCEED } from '@postroom/domain/purchase/budget'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { penceSchema } from './rate.ts'
import { singleLine } from './single-line.ts'

/** The organisation's rule for one reference of a shipment. In `pattern`, `9` is a digit, `A` a letter, anything else itself. */
const referenceFieldSchema = z.strictObject({
  label: singleLine(40).min(1),
  required: z.boolean().default(false),
  choices: z.array(singleLine(20).min(1)).max(100).default([]),
  pattern: singleLine(20).default(''),
})

/** In the order of the references, of which a shipment has three. */
const referenceFieldsSchema = z.strictObject({ data: z.array(referenceFieldSchema).max(3) })

export const listReferenceFields = endpoint({
  id: 'listReferenceFields',
  method: 'GET',
  path: '/stamp/v1/referencefield',
  summary: 'The rules for the first, second and third reference of a shipment',
  tag: 'shipment',
  auth: 'session',
  responses: { 200: referenceFieldsSchema },
  errors: [],
})

export const saveReferenceFields = endpoint({
  id: 'saveReferenceFields',
  method: 'PUT',
  path: '/stamp/v1/referencefield',
  summary: 'Replace the rules for references; they apply to purchases from then on',
  tag: 'shipment',
  auth: 'session',
  permission: 'administration',
  body: referenceFieldsSchema,
  responses: { 200: referenceFieldsSchema },
  errors: [],
})

/** The budget of a cost centre in each calendar period of UK time, in pence. */
const budgetSchema = z.strictObject({
  amount: penceSchema.max(1_000_000_000),
  period: z.enum(BUDGET_PERIODS),
  /** `warn`: buy, and notify the office once per period. `block`: refuse purchases beyond it. */
  on_exceed: z.enum(ON_EXCEED),
})

const costCenterBody = z.strictObject({
  code: singleLine(20).min(1),
  name: singleLine(80),
  /** A retired cost centre is kept, because shipments refer to it. */
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
  /** With the amounts spent and left in the current period; the amount left is negative when overspent. */
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
  summary: 'Save a cost centre under its code: add it, rename it, set its budget, or retire it',
  tag: 'shipment',
  auth: 'session',
  permission: 'administration',
  body: costCenterBody,
  responses: { 200: costCenterSchema },
  errors: [],
})
