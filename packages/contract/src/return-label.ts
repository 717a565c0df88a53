import { PRINT_STATES } from '@postroom/domain/media/print-state'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { singleLine } from './single-line.ts'

const SHIPMENT = { tag: 'shipment', auth: 'session' } as const
const PATH = '/stamp/v1/shipment/{id}/returnlabel'

/** The carrier's code of a return service. */
export const returnServiceCode = singleLine(20).min(1)

/** How many return labels may be asked for a shipment: each may exist at the carrier, also one whose answer was lost. */
export const RETURN_LABELS_MAX = 5

/**
 * A label with which the addressee sends a shipment back; the carrier charges it when it is used. `asked`: the carrier is being
 * asked. `made`: it is the document `return_label` of the shipment. `refused`: there is none, for `reason`. `unknown`: the answer
 * was lost; one that nobody has may exist, and another may be asked for.
 */
const returnLabelSchema = z.object({
  id: z.uuid(),
  asked_at: z.iso.datetime(),
  state: z.enum(['asked', 'made', 'refused', 'unknown']),
  service: returnServiceCode,
  /** The carrier's. */
  number: z.string().optional(),
  reason: z.string().optional(),
  /** Whether the carrier gave a QR code, which the addressee shows in place of a printed label. */
  has_qr: z.boolean(),
  /** Whether it came out of a printer here; absent unless it is made. */
  print_state: z.enum(PRINT_STATES).optional(),
})
export type ReturnLabel = z.output<typeof returnLabelSchema>

export const listReturnLabels = endpoint({
  ...SHIPMENT,
  id: 'listReturnLabels',
  method: 'GET',
  path: PATH,
  summary: 'The return labels that were asked for a shipment, newest first',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    200: z.object({
      data: z.array(returnLabelSchema),
      /** Whether another one may be asked for. */
      can_be_made: z.boolean(),
    }),
  },
  errors: [],
})

/** Safe to repeat with the header `Idempotency-Key`. A shipment has one return label at most. */
export const makeReturnLabel = endpoint({
  ...SHIPMENT,
  id: 'makeReturnLabel',
  method: 'POST',
  path: PATH,
  summary: 'Ask the carrier for a return label. While one is asked for or made, it is returned',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    service: returnServiceCode,
    /** The saved sender to which it is sent back; absent: the sender of the shipment. */
    shipper: z.uuid().optional(),
  }),
  responses: { 200: returnLabelSchema },
  errors: ['return_label_not_offered', 'return_label_limit'],
})

export const downloadReturnCode = endpoint({
  ...SHIPMENT,
  id: 'downloadReturnCode',
  method: 'GET',
  path: `${PATH}/{labelId}/qr.png`,
  summary: 'The QR code of a return label as the carrier drew it, to be sent to the addressee',
  params: z.strictObject({ id: z.uuid(), labelId: z.uuid() }),
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'png',
  errors: [],
})

export const listReturnServices = endpoint({
  id: 'listReturnServices',
  method: 'GET',
  path: '/stamp/v1/carrieraccount/{accountId}/returnservice',
  summary: 'The return services of the carrier of an account; `reason` says why it lists none',
  tag: 'carrier',
  auth: 'session',
  params: z.strictObject({ accountId: z.uuid() }),
  responses: {
    200: z.object({
      data: z.array(z.object({ code: returnServiceCode, name: z.string() })),
      /** Whether the carrier has return labels at all. */
      is_offered: z.boolean(),
      reason: z.string().optional(),
    }),
  },
  errors: ['too_many_requests', 'try_again'],
})
