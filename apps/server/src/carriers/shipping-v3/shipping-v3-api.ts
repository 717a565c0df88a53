import type * as z from 'zod'
import { jsonOf, type Answered } from '../royal-mail/answered.ts'
import type { Call } from '../royal-mail/send-call.ts'
import { createdSchema, labelSchema, reasonIn, type PrintedLabel } from './answers.ts'
import type { CreateShipment } from './create-shipment.ts'
import type { Session } from './session.ts'

/** The calls of the Shipping API v3 that we use. */
export interface ShippingV3Api {
  /** Creates a shipment that is not posted yet. @returns its identifier */
  create(shipment: CreateShipment): Promise<Answered<string>>
  /** The label. From here on the shipment is posted with the next manifest; asking again gives the same label. */
  printLabel(shipmentId: string): Promise<Answered<PrintedLabel>>
  /** `ok` also when the shipment was cancelled before, or is not there. */
  cancel(shipmentId: string): Promise<Answered<undefined>>
}

const UNKNOWN = { kind: 'unknown' } as const
const NO_REASON = 'Royal Mail refused the shipment and gave no reason.'
const NOT_FOUND = 404
const TURNED_AWAY = new Set([0, 401, 403])
/** The interface has one code for a shipment that was cancelled and one that can no longer be. */
const IS_CANCELLED = /\b(?:is|been|was) (?:already )?cancelled\b/i
const IS_MANIFESTED = /manifest/i

/** Nothing was done, and the same call may be answered another time: it was not sent, or stopped before the interface. */
export const isTurnedAway = (answer: Answered<unknown>): boolean =>
  answer.kind === 'refused' && TURNED_AWAY.has(answer.status)

export function shippingV3Api({ send }: Pick<Session, 'send'>): ShippingV3Api {
  const ask = async (call: Call): Promise<Answered<Uint8Array>> => {
    const sent = await send(call)
    if (sent.kind !== 'answered') return sent
    const { status, body } = sent
    if (status >= 200 && status < 300) return { kind: 'ok', value: body }
    return { kind: 'refused', status, reason: reasonIn(jsonOf(body)) ?? NO_REASON }
  }
  const read = async <Schema extends z.ZodType>(schema: Schema, call: Call): Promise<Answered<z.output<Schema>>> => {
    const answered = await ask(call)
    if (answered.kind !== 'ok') return answered
    const parsed = schema.safeParse(jsonOf(answered.value))
    return parsed.success ? { kind: 'ok', value: parsed.data } : UNKNOWN
  }

  return {
    create: (shipment) => read(createdSchema, { method: 'POST', path: '/shipments', body: shipment }),

    printLabel: (id) =>
      read(labelSchema, {
        method: 'PUT',
        path: `/shipments/${encodeURIComponent(id)}/printLabel`,
        body: { LabelFormat: 'PDF' },
      }),

    async cancel(id) {
      const body = [{ ShipmentId: id, ReasonForCancellation: 'OrderCancelled' }]
      const cancelled = await ask({ method: 'PUT', path: '/shipments/cancel', body })
      if (cancelled.kind === 'ok') return { kind: 'ok', value: undefined }
      if (cancelled.kind === 'unknown') return cancelled
      const { status, reason } = cancelled
      const isGone = status === NOT_FOUND || (IS_CANCELLED.test(reason) && !IS_MANIFESTED.test(reason))
      return isGone ? { kind: 'ok', value: undefined } : cancelled
    },
  }
}
