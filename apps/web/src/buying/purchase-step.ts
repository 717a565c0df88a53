import type { FieldError } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'

/** For how long the outcome of a purchase is asked after before the user is told that it is not known yet. */
export const CONFIRMING_LIMIT_MS = 60_000

/** What came back from one attempt to buy. */
export type Attempt =
  | { kind: 'shipment'; shipment: Shipment }
  | { kind: 'pending' }
  | { kind: 'network' }
  | { kind: 'refused'; status: number; refusal: Refusal }

export interface Refusal {
  code: string
  description: string
  fields?: readonly FieldError[] | undefined
  details?: Record<string, string | number> | undefined
}

/** What to do next. `keepKey` is false only where the server has told that this key bought nothing and never will. */
export type PurchaseStep =
  | { next: 'retry'; waitMs: number }
  | { next: 'bought'; shipment: Shipment }
  | { next: 'refused'; refusal: Refusal; keepKey: boolean }
  | { next: 'confirming' }

/**
 * Decides after every attempt. An outcome that is not known is asked again with the same key for a minute, and never
 * called a failure. @param random from 0 to 1: spreads the clients after a common interruption
 */
export function purchaseStep(attempt: Attempt, attempts: number, elapsedMs: number, random: number): PurchaseStep {
  switch (attempt.kind) {
    case 'shipment':
      return shipmentStep(attempt.shipment, attempts, elapsedMs, random)
    case 'pending':
    case 'network':
      return againOrTell(attempts, elapsedMs, random)
    case 'refused':
      return isNoAnswer(attempt)
        ? againOrTell(attempts, elapsedMs, random)
        : { next: 'refused', refusal: attempt.refusal, keepKey: keepsItsKey(attempt.refusal) }
  }
}

function shipmentStep(shipment: Shipment, attempts: number, elapsedMs: number, random: number): PurchaseStep {
  switch (shipment.status) {
    case 'bought':
    case 'test':
      return { next: 'bought', shipment }
    case 'pending':
      return againOrTell(attempts, elapsedMs, random)
    case 'void_requested':
    case 'voided':
      return { next: 'refused', refusal: { code: 'document_gone', description: '' }, keepKey: false }
    case 'rejected':
    case 'cancelled': {
      const code = shipment.status === 'rejected' ? 'carrier_rejected' : 'purchase_cancelled'
      return { next: 'refused', refusal: shipment.failure ?? { code, description: '' }, keepKey: false }
    }
  }
}

/** Who is broken or busy does not know what became of the purchase. Of the 429s only the spending limit is a refusal. */
const isNoAnswer = ({ status, refusal: { code } }: Extract<Attempt, { kind: 'refused' }>): boolean =>
  status >= 500 || (status === 429 && code !== 'spending_limit')

const KEEP_THEIR_KEY = new Set(['session_expired', 'insufficient_funds', 'spending_limit'])

/** Where a session has ended or the money did not suffice the purchase is still open: the same key may be sent again. */
const keepsItsKey = ({ code }: Refusal): boolean => KEEP_THEIR_KEY.has(code)

function againOrTell(attempts: number, elapsedMs: number, random: number): PurchaseStep {
  const waitMs = Math.round(Math.min(500 * 2 ** attempts, 5_000) * (0.5 + random / 2))
  return elapsedMs + waitMs < CONFIRMING_LIMIT_MS ? { next: 'retry', waitMs } : { next: 'confirming' }
}
