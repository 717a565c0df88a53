import { BUDGET_PERIODS, ON_EXCEED } from '@postroom/domain/purchase/budget'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldCode } from './field-errors.ts'
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

/** A sender could not tell two fields with one label apart. */
function labelsDiffer(fields: readonly { label: string }[], context: z.RefinementCtx): void {
  const labels = fields.map(({ label }) => label.trim().toLowerCase())
  for (const [index, label] of labels.entries())
    if (labels.indexOf(label) < index)
      context.addIssue({ code: 'custom', path: [index, 'label'], params: fieldCode('already_used') })
}

/** A shipment has three references; the rules are in the order of the references. */
export const MOST_REFERENCE_FIELDS = 3
const savedFieldsSchema = z.strictObject({
  data: z.array(referenceFieldSchema).max(MOST_REFERENCE_FIELDS).superRefine(labelsDiffer),
  /** Kept to be used again; shipments are not checked by them. */
  archived: z.array(referenceFieldSchema).max(20).default([]),
})
/** The version is of the state that was read. Without it a save replaces whatever there is. */
const fieldsChangeSchema = savedFieldsSchema.extend({ version: z.string().max(64).optional() })
export type ReferenceFieldsChange = z.output<typeof fieldsChangeSchema>
const fieldsAnswerSchema = savedFieldsSchema.extend({ version: z.string() })
export type SavedReferenceFields = z.output<typeof fieldsAnswerSchema>

export const listReferenceFields = endpoint({
  id: 'listReferenceFields',
  method: 'GET',
  path: '/stamp/v1/referencefield',
  summary: 'The rules for the first, second and third reference of a shipment',
  tag: 'shipment',
  auth: 'session',
  responses: { 200: fieldsAnswerSchema },
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
  body: fieldsChangeSchema,
  responses: { 200: fieldsAnswerSchema },
  errors: ['reference_fields_changed'],
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
  /** A new one, whose code must be free; otherwise it replaces the one with this code. */
  is_new: z.literal(true).optional(),
  /** The version that was read and changed. Without it a save replaces whatever there is. */
  version: z.string().max(64).optional(),
})
export type CostCenterFields = z.output<typeof costCenterBody>
const costCenterSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  /** With the amounts spent and left in the current period; the amount left is negative when overspent. */
  budget: budgetSchema.extend({ spent: penceSchema, left: z.int() }).optional(),
  /** Of what was saved; purchases do not change it. */
  version: z.string(),
})

export type CostCenter = z.output<typeof costCenterSchema>

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
  errors: ['cost_center_code_taken', 'cost_center_changed'],
})
