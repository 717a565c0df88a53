import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { parcelSchema, penceSchema } from './rate.ts'
import { pendingIdSchema, shipmentSchema } from './shipment.ts'
import { documentPrintSchema, printStateSchema } from './shipment-print.ts'

/** What needs attention is counted to this number. */
export const ATTENTION_COUNTED = 100
/** The rows shown of each kind, newest first. */
export const ATTENTION_ROWS = 5

const shipmentRowSchema = shipmentSchema.pick({ id: true, service: true, amount: true, created_at: true }).extend({
  /** The addressee, or their company. */
  name: z.string(),
  tracking: z.string(),
})

const unprintedSchema = shipmentRowSchema.extend({
  packaging: parcelSchema.shape.packaging,
  print_state: printStateSchema,
  prints: z.array(documentPrintSchema),
})
export type UnprintedShipment = z.output<typeof unprintedSchema>

const listOf = <Row extends z.ZodType>(row: Row) => z.object({ total: z.int(), rows: z.array(row).max(ATTENTION_ROWS) })

/**
 * What the caller should act on: their own shipments of the last seven days, and with `colleagues_shipments` those of
 * colleagues that nobody has settled within the hour. Absent parts are empty. `in_progress` counts the shipments that are
 * being bought or printed now: while there are any, ask again soon.
 */
export const attentionSchema = z.object({
  /** Bought and not printed, or perhaps not. */
  not_printed: listOf(unprintedSchema).extend({
    /** Batches with several of them, which are printed together and are not among the rows. */
    batches: z.array(z.object({ id: pendingIdSchema, count: z.int() })),
  }),
  in_progress: z.int(),
  /** Purchases that the carrier has not answered yet; their money is on hold. */
  on_hold: listOf(shipmentRowSchema).extend({ amount: penceSchema }),
  /** Voids that the carrier refused, with its words. */
  refused_refunds: listOf(shipmentRowSchema.extend({ reason: z.string() })),
  /** Accounts below the threshold that their managers set. */
  low_balances: z.array(z.object({ account_id: z.uuid(), name: z.string(), balance: z.int(), low_balance: z.int() })),
  /** Notices that the caller has not read. */
  unread_notices: z.int(),
  /** Prepared shipments that wait to be bought, for those who buy for colleagues. */
  mailroom: z.object({ total: z.int(), oldest: z.iso.datetime().optional() }),
})
export type Attention = z.output<typeof attentionSchema>

export const getAttention = endpoint({
  id: 'getAttention',
  method: 'GET',
  path: '/stamp/v1/attention',
  summary:
    'What needs attention: labels not printed, purchases on hold, refused refunds, low balances, waiting parcels',
  tag: 'shipment',
  auth: 'session',
  responses: { 200: attentionSchema },
  errors: [],
})
