import type { RefundTimeline, VoidAnswer } from '@postroom/contract/shipment-void'
import { ukDateOf } from '@postroom/domain/calendar'
import { voidCreditedBy } from '@postroom/domain/purchase/void-terms'
import type { Purchase } from '../purchase/purchase.store.ts'
import type { VoidRequest } from './void-request.store.ts'

/** The state of a void request, as an event and as a refund. */
function statusOf({ answered_at, refusal }: VoidRequest): [VoidAnswer['status'], VoidAnswer['refund']['status']] {
  if (!answered_at) return ['void_requested', 'submitted']
  return refusal === null ? ['voided', 'refunded'] : ['void_rejected', 'rejected']
}

/** One request, as its caller sees it. */
export function presentVoid({ id, payable: amount }: Purchase, request: VoidRequest): VoidAnswer {
  const [status, refund] = statusOf(request)
  const message = request.refusal
  return {
    id,
    status,
    ...(message !== null && { message }),
    refund: { amount, status: refund, expected_by: expectedBy(request) },
  }
}

/** The refund of a purchase with all its requests, oldest first; nothing when none was made. */
export function presentRefund(purchase: Purchase, requests: readonly VoidRequest[]): RefundTimeline | undefined {
  const last = requests.at(-1)
  return last && { ...presentVoid(purchase, last).refund, events: requests.flatMap(eventsOf) }
}

function eventsOf(request: VoidRequest): RefundTimeline['events'] {
  const { asked_at, answered_at, cancellation_reason, refusal } = request
  const asked = { status: 'void_requested' as const, at: asked_at.toISOString(), reason: cancellation_reason }
  if (!answered_at) return [asked]
  return [asked, { status: statusOf(request)[0], at: answered_at.toISOString(), reason: refusal ?? '' }]
}

function expectedBy({ asked_at, answered_at, refusal }: VoidRequest): string | null {
  if (!answered_at) return voidCreditedBy(ukDateOf(asked_at))
  return refusal === null ? ukDateOf(answered_at) : null
}
