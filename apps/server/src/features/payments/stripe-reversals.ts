import type { DisputeState } from '@postroom/contract/notice'
import { toPence, type Pence } from '@postroom/domain/money'
import type { Stripe } from 'stripe'

/** A refund or a dispute of a payment. */
export interface Reversal {
  id: string
  kind: 'refund' | 'dispute'
  /** Pence it takes back now: 0 when the refund failed, or Stripe has given the disputed money back. */
  taken: Pence
  currency: string
  /** Of a dispute: what people are notified of. */
  dispute?: { state: DisputeState; amount: Pence; evidence_due: Date | null }
}

/** More than anybody makes of one payment. */
const MOST = 100

const CAME_BACK = new Set(['failed', 'canceled'])

/** Every refund and dispute of a payment. */
export async function reversalsOf(stripe: Stripe, payment_intent: string): Promise<Reversal[]> {
  const of = { payment_intent, limit: MOST }
  const [refunds, disputes] = await Promise.all([
    stripe.refunds.list(of),
    stripe.disputes.list({ ...of, expand: ['data.balance_transactions'] }),
  ])
  return [...refunds.data.map(refundOf), ...disputes.data.map(disputeOf)]
}

const refundOf = ({ id, amount, status, currency }: Stripe.Refund): Reversal => ({
  id,
  kind: 'refund',
  taken: toPence(CAME_BACK.has(status ?? '') ? 0 : amount),
  currency,
})

/** What moved at Stripe counts, not the status: there are statuses that move nothing, and new ones appear. */
function disputeOf(disputed: Stripe.Dispute): Reversal {
  const { id, balance_transactions: moved, currency, status, amount, evidence_details } = disputed
  const taken = moved.reduce((sum, movement) => sum - movement.amount, 0)
  const due = evidence_details?.due_by
  const evidence_due = due === null || due === undefined ? null : new Date(due * 1000)
  return {
    id,
    kind: 'dispute',
    taken: toPence(Math.max(taken, 0)),
    currency: moved[0]?.currency ?? currency,
    dispute: { state: stateOf(status), amount: toPence(amount), evidence_due },
  }
}

/** Statuses that appear later count as open, so that somebody looks. */
function stateOf(status: string): DisputeState {
  if (status === 'won' || status === 'lost') return status
  if (status === 'warning_closed') return 'closed'
  return status.startsWith('warning_') ? 'inquiry' : 'open'
}
