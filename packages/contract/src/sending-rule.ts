import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import { DESTINATIONS, isRuleSold } from '@postroom/domain/sending-rules/sending-rule'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldCode } from './field-errors.ts'

/** The most rules of an organisation, and examples of each in a preview. */
export const RULES_MAX = 50
export const EXAMPLES_MAX = 3

/** A rule for orders of shops: those that fit its conditions are sent with its service. Absent conditions fit every order. */
const ruleSchema = z.strictObject({
  destination: z.enum(DESTINATIONS).default('any'),
  /** Up to this weight in grams. An order whose weight is not known does not fit. */
  max_grams: z.int().min(1).max(30_000).optional(),
  /** Goods worth more than this many pence. An order whose value is not known does not fit. */
  over_pence: z.int().min(0).max(1_000_000_00).optional(),
  shop_id: z.uuid().optional(),
  service: z.enum(SERVICE_CODES),
  /** In whole pounds; absent: what the service includes. */
  compensation_gbp: z.int().optional(),
})

export type SendingRuleFields = z.output<typeof ruleSchema>

const rulesSchema = z.object({ rules: z.array(ruleSchema) })
const soldRule = ruleSchema.refine(isRuleSold, { path: ['service'], params: fieldCode('not_allowed') })
const body = z.strictObject({ rules: z.array(soldRule).max(RULES_MAX) })

const declared = { tag: 'shipment', auth: 'session', permission: 'administration' } as const
const PATH = '/stamp/v1/sendingrule'

export const listSendingRules = endpoint({
  ...declared,
  id: 'listSendingRules',
  method: 'GET',
  path: PATH,
  summary: 'The rules for orders of shops, in their order: the first that fits decides',
  responses: { 200: rulesSchema },
  errors: [],
})

export const saveSendingRules = endpoint({
  ...declared,
  id: 'saveSendingRules',
  method: 'PUT',
  path: PATH,
  summary: 'Replace the rules. They apply to orders that come or change from now on',
  body,
  responses: { 200: rulesSchema },
  errors: [],
})

const outcomeSchema = z.object({
  count: z.int(),
  /** Numbers of orders, the newest first. */
  examples: z.array(z.string()).max(EXAMPLES_MAX),
})

export const previewSendingRules = endpoint({
  ...declared,
  id: 'previewSendingRules',
  method: 'POST',
  path: `${PATH}/preview`,
  summary: 'What these rules would have decided for the orders of the last seven days, 1,000 at most. Nothing is saved',
  body,
  responses: {
    200: z.object({
      orders: z.int(),
      /** One for each rule. */
      rules: z.array(outcomeSchema),
      /** Orders that no rule fits: the clerk chooses their service. */
      rest: outcomeSchema,
    }),
  },
  errors: [],
})
