import type { STOP_REASONS, PauseReason } from '@postroom/contract/automatic-top-up'
import type { Tx } from '../../../db/in-transaction.ts'
import { queueNotices } from '../../../notices/outbox.store.ts'
import { findAccountById } from '../../accounts/account.store.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import type { Payment } from '../payment.store.ts'
import { findAutomaticTopUp, pause, stopWaiting, waitForOwner } from './automatic-topup.store.ts'
import { findCard } from './saved-card.store.ts'

/**
 * Applies to automatic top-up what became of a payment: a charge that was declined stops it, and a payment that confirms
 * such a charge resumes it. The caller has locked both.
 *
 * @param state the new state of the payment
 */
export async function settleTopUp(tx: Tx, payment: Payment, state: Payment['state']): Promise<void> {
  if (payment.confirms !== null) await settleConfirmation(tx, payment, state)
  else if (payment.payment_method_id !== null) await settleCharge(tx, payment, state)
}

async function settleCharge(tx: Tx, payment: Payment, state: Payment['state']): Promise<void> {
  const { id, carrier_account_id: account, decline } = payment
  const card = await findCard(tx, account, 'saved')
  if (card?.payment_method_id !== payment.payment_method_id) return // another card has replaced it
  if (state === 'differs') await pauseFor(tx, payment, 'differs')
  if (state !== 'failed' || decline === null) return
  if (decline !== 'authentication_required') await pauseFor(tx, payment, decline)
  else if (await waitForOwner(tx, account, id)) await reportStop(tx, payment, decline)
}

async function settleConfirmation(tx: Tx, payment: Payment, state: Payment['state']): Promise<void> {
  const { carrier_account_id: account, organisation_id } = payment
  const topUp = await findAutomaticTopUp(tx, account)
  if (topUp?.unconfirmed !== payment.confirms) return // it was turned off, or resumed without it
  if (state === 'paid' && (await stopWaiting(tx, account)))
    await recordAudit(tx, { organisation_id, event: 'automatic_topup_resumed', subject: account })
  if (state === 'failed' || state === 'differs') await pauseFor(tx, payment, 'not_confirmed')
}

async function pauseFor(tx: Tx, payment: Payment, reason: PauseReason): Promise<void> {
  if (await pause(tx, payment.carrier_account_id, reason)) await reportStop(tx, payment, reason)
}

async function reportStop(tx: Tx, payment: Payment, reason: (typeof STOP_REASONS)[number]): Promise<void> {
  const { organisation_id, carrier_account_id: account_id, id, amount } = payment
  const details = { reason, payment: id }
  await recordAudit(tx, { organisation_id, event: 'automatic_topup_stopped', subject: account_id, details })
  const name = (await findAccountById(tx, account_id))?.name ?? ''
  await queueNotices(tx, { organisation_id, notice: { event: 'top_up_stopped', account_id, name, amount, reason } })
}
