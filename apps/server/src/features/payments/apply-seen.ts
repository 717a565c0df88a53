import { fundsOf } from '../ledger/ledger.store.ts'
import { dropPayment, expectPayment, receivePayment } from '../ledger/payment-funds.store.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction, type Tx } from '../../db/in-transaction.ts'
import { lockCarrierAccounts } from '../accounts/account.store.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { lockAutomaticTopUp } from './automatic/automatic-topup.store.ts'
import { settleTopUp } from './automatic/settle-topup.ts'
import { applyReversals } from './apply-reversals.ts'
import { recordDifference, type Difference } from './difference.store.ts'
import { endLook, lockForLook } from './look.store.ts'
import { noteDisputes } from './note-disputes.ts'
import type { Payment } from './payment.store.ts'
import type { SeenPayment } from './seen-payment.ts'

/**
 * Books the difference between what a look saw at Stripe and what the ledger says. What was seen before a later look
 * began is not applied, so it does not matter in which order looks end, or how often one payment is looked at.
 *
 * @param payment as `beginLook` returned it
 * @returns what differs, where it was not known yet: nothing is booked for it
 */
export const applySeen = (db: Db, payment: Payment, seen: SeenPayment): Promise<Difference[]> =>
  inTransaction(db, async (tx) => {
    const ours = await lockForLook(tx, payment)
    if (!ours) return []
    if (ours.payment_method_id !== null || ours.confirms !== null) await lockAutomaticTopUp(tx, ours.carrier_account_id)
    const difference = differenceOf(ours, seen)
    if (difference) return refuse(tx, ours, difference)
    // before any money moves, in the order of a purchase: otherwise the two deadlock
    if (seen.reversals.length > 0) await lockCarrierAccounts(tx, ours.organisation_id)
    await moveTo(tx, ours, seen.state)
    return seen.state === 'paid' ? applyOwnReversals(tx, ours, seen) : []
  })

function differenceOf(ours: Payment, seen: SeenPayment): Difference | undefined {
  const about = { payment_id: ours.id, object: ours.session_id ?? ours.intent_id ?? '' }
  if (seen.payment_id !== ours.id) return { ...about, kind: 'other_session', ours: ours.id, stripes: seen.payment_id }
  if (seen.currency !== 'gbp') return { ...about, kind: 'currency', ours: 'gbp', stripes: seen.currency }
  if (seen.amount !== ours.amount)
    return { ...about, kind: 'amount', ours: String(ours.amount), stripes: String(seen.amount) }
  if (ours.state === 'paid' && seen.state !== 'paid')
    return { ...about, kind: 'went_back', ours: 'paid', stripes: seen.state }
  return undefined
}

/** What was booked stays; nothing else is. */
async function refuse(tx: Tx, ours: Payment, difference: Difference): Promise<Difference[]> {
  const state = ours.state === 'paid' ? 'paid' : 'differs'
  await moveTo(tx, ours, state, difference.kind)
  return recordDifference(tx, difference)
}

async function moveTo(tx: Tx, payment: Payment, state: Payment['state'], reason = ''): Promise<void> {
  if (payment.state !== state) await book(tx, payment, state, reason)
  await endLook(tx, payment.id, state)
  if (payment.state !== state) await settleTopUp(tx, payment, state)
}

async function book(tx: Tx, payment: Payment, state: Payment['state'], reason: string): Promise<void> {
  const wasExpected = payment.state === 'pending'
  if (state === 'pending') await expectPayment(tx, payment)
  else if (state === 'paid') await receivePayment(tx, payment, wasExpected)
  else if (wasExpected) await dropPayment(tx, payment)
  const { organisation_id, id: subject, amount } = payment
  if (state === 'differs')
    await recordAudit(tx, { organisation_id, event: 'payment_differs', subject, details: { reason } })
  else if (state !== 'open')
    await recordAudit(tx, { organisation_id, event: EVENTS[state], subject, details: { amount } })
}

const EVENTS = { pending: 'payment_pending', paid: 'payment_received', failed: 'payment_failed' } as const

/** Purchases wait meanwhile, because the accounts are locked, so what the customer can spend is known. */
async function applyOwnReversals(tx: Tx, payment: Payment, { reversals }: SeenPayment): Promise<Difference[]> {
  if (reversals.length === 0) return []
  const { available } = await fundsOf(tx, payment.carrier_account_id)
  const differences = await applyReversals(tx, payment, { reversals, available })
  // after the money: a look at another payment writes to the audit log while it holds Stripe's account in the ledger
  await noteDisputes(tx, payment, reversals)
  return differences
}
