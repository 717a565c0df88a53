import { act } from '../../../access/act.ts'
import type { SignedInUser } from '../../../access/signed-in-user.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { asPlatform } from '../../../db/tenant.ts'
import type { Log } from '../../../log.ts'
import { ownAccount } from '../../accounts/own-account.rule.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { lookAtPayment } from '../look-at-payment.ts'
import { findAnyPayment, findConfirming, insertPayment, type Payment } from '../payment.store.ts'
import { pageOfPayment } from '../start-payment.ts'
import type { StripeApi } from '../stripe-api.ts'
import { troubleOf } from '../stripe-trouble.ts'
import { findAutomaticTopUp, lockAutomaticTopUp, stopWaiting, turnOn } from './automatic-topup.store.ts'

/**
 * Starts the payment that takes the place of a charge which the owner of the card must confirm. That charge is cancelled at
 * Stripe, or it would not wait for them. All who do this get the same page.
 *
 * @returns the address of the page; undefined when nothing waits
 * @throws AppError payment_not_available, not_found, idempotency_key_reused, or try_again when Stripe does not answer
 */
export async function confirmCharge(
  context: Context & { log: Log },
  user: SignedInUser,
  accountId: string,
): Promise<string | undefined> {
  const { stripe } = context
  await ownAccount(context.db, user, accountId)
  if (!stripe) throw new AppError('payment_not_available')
  const payment = await confirmingOf(context, user, accountId)
  return payment && (await pageOfPayment({ ...context, stripe }, payment)).url
}

const confirmingOf = (context: Context, user: SignedInUser, accountId: string): Promise<Payment | undefined> =>
  act(context, user, async (tx, { id: created_by, organisation_id }) => {
    const confirms = (await lockAutomaticTopUp(tx, accountId))?.unconfirmed
    const charge = confirms && (await findAnyPayment(tx, confirms))
    if (!charge) return undefined
    const { id, amount } = charge
    const facts = { organisation_id, carrier_account_id: accountId, idem_key: id, amount, created_by, confirms: id }
    const added = await insertPayment(tx, facts)
    if (added) {
      const fact = { organisation_id, user_id: created_by, subject: added.id }
      await recordAudit(tx, { ...fact, event: 'payment_started', details: { amount } })
      return added
    }
    const earlier = await findConfirming(tx, id)
    if (!earlier) throw new AppError('idempotency_key_reused')
    return earlier
  })

/**
 * Resumes after a pause, or without the charge that waits for its owner. The page on which it could be confirmed is ended first,
 * so that it is not paid as well; while it is being paid, the wait goes on.
 *
 * @throws AppError not_found, or try_again when Stripe does not answer
 */
export async function resume(context: Context & { log: Log }, user: SignedInUser, accountId: string): Promise<void> {
  const { stripe, db } = context
  await ownAccount(db, user, accountId)
  const unconfirmed = (await findAutomaticTopUp(db, accountId))?.unconfirmed
  const confirming = unconfirmed && (await findConfirming(db, unconfirmed))
  if (stripe && confirming && confirming.state === 'open') await endConfirming({ ...context, stripe }, confirming)
  await act(context, user, async (tx, { id: user_id, organisation_id }) => {
    await lockAutomaticTopUp(tx, accountId)
    if ((await turnOn(tx, accountId)) || (await stopWaiting(tx, accountId)))
      await recordAudit(tx, { organisation_id, user_id, event: 'automatic_topup_resumed', subject: accountId })
  })
}

async function endConfirming(context: Context & { stripe: StripeApi; log: Log }, payment: Payment): Promise<void> {
  const { stripe, log } = context
  const session_id = payment.session_id ?? (await pageOfPayment(context, payment)).session_id
  try {
    if (session_id !== undefined) await stripe.cards.endPage(session_id)
    await asPlatform(() => lookAtPayment(context, payment.id))
  } catch (error) {
    log.error({ ...troubleOf(error), payment: payment.id }, 'could not end a page of Stripe')
    throw new AppError('try_again')
  }
}
