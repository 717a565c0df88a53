import * as z from 'zod'
import { addressTextSchema } from './address.ts'
import { endpoint } from './endpoint.ts'
import { errorBodySchema } from './errors.ts'
import { fieldCode } from './field-errors.ts'
import { listQuery, pageOf } from './list.ts'
import { penceSchema } from './rate.ts'
import { pendingIdSchema, processShipment, shipmentDraftSchema, shipmentSchema } from './shipment.ts'

/** The maximum number of rows of a batch. */
export const BATCH_ROWS_MAX = 1_000
/** A row has about 1 kB, and up to 10 kB with customs items; a batch of the longest rows has fewer of them. */
const BODY_MAX_BYTES = 2 * 1024 * 1024

/** What applies to every row: the query of a single purchase. */
const termsSchema = processShipment.query.omit({ pending_id: true })
export type BatchTerms = z.output<typeof termsSchema>

/** One shipment to buy. `key` is its idempotency key, like `pending_id` of a single purchase. */
const wantedRowSchema = z.strictObject({ key: pendingIdSchema, shipment: shipmentDraftSchema })
export type WantedRow = z.output<typeof wantedRowSchema>

const wantedRowsSchema = z
  .array(wantedRowSchema)
  .min(1)
  .max(BATCH_ROWS_MAX)
  .superRefine((rows, context) => {
    const seen = new Set<string>()
    for (const [index, { key }] of rows.entries()) {
      if (seen.has(key)) context.addIssue({ code: 'custom', path: [index, 'key'], params: fieldCode('invalid') })
      seen.add(key)
    }
  })

/** `unknown`: the carrier has not answered, the money is held, and the server keeps asking. The last three are final. */
const ROW_STATES = ['waiting', 'buying', 'unknown', 'bought', 'failed', 'stopped'] as const
export type BatchRowState = (typeof ROW_STATES)[number]

/** The outcome of one row. `error` is the error of a single purchase; `getShipment` gives fresh document links. */
const rowSchema = z.object({
  key: pendingIdSchema,
  position: z.int().min(0),
  state: z.enum(ROW_STATES),
  /** Absent when its person was erased. */
  to: addressTextSchema.pick({ name: true, company_name: true, city: true }).optional(),
  /** What was to be bought, when it failed or was stopped, for a caller who may send it again. Kept as long as the batch. */
  shipment: shipmentDraftSchema.optional(),
  shipment_id: z.uuid().optional(),
  /** Present once it is bought. */
  bought: shipmentSchema.pick({ amount: true, item_numbers: true, service: true, print_state: true }).optional(),
  error: errorBodySchema.optional(),
})
export type BatchRow = z.output<typeof rowSchema>

/** The progress of a batch in rows. `done` counts final rows: bought, failed or stopped. */
const progressSchema = z.object({
  id: pendingIdSchema,
  state: z.enum(['running', 'done']),
  total: z.int(),
  done: z.int(),
  bought: z.int(),
  failed: z.int(),
  stopped: z.int(),
  created_by: z.uuid(),
  created_at: z.iso.datetime(),
})
export type BatchProgress = z.output<typeof progressSchema>

const batchSchema = progressSchema.extend({ rows: z.array(rowSchema) })
export type ShipmentBatch = z.output<typeof batchSchema>

const declared = { tag: 'shipment', auth: 'session' } as const
const params = z.strictObject({ id: pendingIdSchema })

export const saveBatch = endpoint({
  ...declared,
  id: 'saveBatch',
  method: 'POST',
  path: '/stamp/v1/shipment/batch',
  summary:
    'Buy up to 1,000 shipments in the background, each once for its key. Repeating a batch_id answers with the same batch',
  query: termsSchema.extend({ batch_id: pendingIdSchema.optional() }),
  body: z.strictObject({ rows: wantedRowsSchema }),
  bodyMaxBytes: BODY_MAX_BYTES,
  responses: { 202: batchSchema },
  errors: ['idempotency_key_reused', 'too_many_batches'],
})

/** What one row costs now, or why it would be refused. */
const checkedRowSchema = z.object({
  key: pendingIdSchema,
  /** For all labels of the row. */
  amount: penceSchema.optional(),
  error: errorBodySchema.optional(),
})

/** Checks the rows of a batch before it is bought. It holds nothing, so prices and balances may change until then. */
export const checkBatch = endpoint({
  ...declared,
  id: 'checkBatch',
  method: 'POST',
  path: '/stamp/v1/shipment/batch/check',
  summary: 'The price of each row of a batch, or why it would be refused; nothing is bought or held',
  query: termsSchema.omit({ test: true }),
  body: z.strictObject({ rows: wantedRowsSchema }),
  bodyMaxBytes: BODY_MAX_BYTES,
  responses: {
    200: z.object({
      rows: z.array(checkedRowSchema),
      /** The accounts that the rows name: what their rows cost together, and what they can spend now. */
      accounts: z.array(z.object({ id: z.uuid(), amount: penceSchema, available: penceSchema })),
    }),
  },
  errors: [],
})

export const listBatches = endpoint({
  ...declared,
  id: 'listBatches',
  method: 'GET',
  path: '/stamp/v1/shipment/batch',
  summary: 'The batches of the organisation, newest first by default',
  query: listQuery(['created_at']).extend({ orderAsc: z.enum(['true', 'false']).default('false') }),
  responses: { 200: pageOf(progressSchema) },
  errors: [],
})

export const getBatch = endpoint({
  ...declared,
  id: 'getBatch',
  method: 'GET',
  path: '/stamp/v1/shipment/batch/{id}',
  summary: 'The progress of a batch and the outcome of each row',
  params,
  responses: { 200: batchSchema },
  errors: [],
})

export const stopBatch = endpoint({
  ...declared,
  id: 'stopBatch',
  method: 'POST',
  path: '/stamp/v1/shipment/batch/{id}/stop',
  summary: 'Start no further row of a batch; rows in flight are finished',
  params,
  responses: { 200: batchSchema },
  errors: [],
})
