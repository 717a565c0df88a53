import type { FieldError } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'

/** How long the outcome of a purchase is polled before the user is told that it is still open. */
export const CONFIRMING_LIMIT_MS = 60_000

/** The result of one attempt to buy. */
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

/** What to do next. `keepKey` is false only if the server said that this key bought nothing and never will. */
export type PurchaseStep =
  | { next: 'retry'; waitMs: number }
  | { next: 'bought'; shipment: Shipment }
  | { next: 'refused'; refusal: Refusal; keepKey: boolean }
  | { next: 'confirming' }

/**
 * Decides after each attempt. An unknown outcome is retried with the same key for a minute, and is never reported as a
 * failure. @param random from 0 to 1: spreads the retries of many clients
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

/** A 5xx or 429 says nothing about the purchase, except `spending_limit`, which is a refusal. */
const isNoAnswer = ({ status, refusal: { code } }: Extract<Attempt, { kind: 'refused' }>): boolean =>
  status >= 500 || (status === 429 && code !== 'spending_limit')

const KEEP_THEIR_KEY = new Set(['session_expired', 'insufficient_funds', 'spending_limit'])

/** After an expired session or too little money the purchase is still open: the same key may be sent again. */
const keepsItsKey = ({ code }: Refusal): boolean => KEEP_THEIR_KEY.has(code)

function againOrTell(attempts: number, elapsedMs: number, random: number): PurchaseStep {
  const waitMs = Math.round(Math.min(500 * 2 ** attempts, 5_000) * (0.5 + random / 2))
  return elapsedMs + waitMs < CONFIRMING_LIMIT_MS ? { next: 'retry', waitMs } : { next: 'confirming' }
}
