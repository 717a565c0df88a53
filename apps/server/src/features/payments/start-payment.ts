import type { Pence } from '@postroom/domain/money'
import { act } from '../../access/act.ts'
import { countAttempt } from '../../access/limit-attempts.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { asPlatform } from '../../db/tenant.ts'
import type { Log } from '../../log.ts'
import { ownAccount } from '../accounts/own-account.rule.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { StripeApi } from './stripe-api.ts'
import { troubleOf } from './stripe-trouble.ts'
import { findPaymentByKey, insertPayment, keepPage, type Payment } from './payment.store.ts'

/** Payments that an organisation may start in a quarter of an hour: each is a page at Stripe. */
const STARTED_MAX = 20

interface Asked {
  accountId: string
  amount: Pence
  key: string
}

/**
 * Starts a payment, once for each key: first our row, then Stripe's page for it. A repeated call gets the same page.
 *
 * @throws AppError payment_not_available, not_found, idempotency_key_reused, too_many_requests, or try_again when Stripe
 * does not answer
 */
export async function startPayment(
  context: Context & { log: Log },
  user: SignedInUser,
  asked: Asked,
): Promise<{ payment: Payment; url?: string }> {
  const { stripe, db } = context
  await ownAccount(db, user, asked.accountId)
  if (!stripe) throw new AppError('payment_not_available')
  const payment = await rowOf(context, user, asked)
  return { payment, ...(await pageOfPayment({ ...context, stripe }, payment)) }
}

/**
 * Opens the page on which a payment is made; the same payment has the same page.
 *
 * @returns its id and address, while the payment is open @throws AppError try_again when Stripe does not answer
 */
export async function pageOfPayment(
  context: Context & { stripe: StripeApi; log: Log },
  payment: Payment,
): Promise<{ session_id?: string; url?: string }> {
  const { stripe, db, log } = context
  if (payment.state !== 'open') return {}
  const { id, amount, reference } = payment
  const returnUrl = returnUrlOf(context, payment)
  const { session_id, url } = await stripe.openPage({ id, amount, reference, returnUrl }).catch((error: unknown) => {
    log.error({ ...troubleOf(error), payment: id }, 'could not open a page of Stripe')
    throw new AppError('try_again')
  })
  await asPlatform(() => keepPage(db, id, session_id))
  return { session_id, ...(url !== null && { url }) }
}

const rowOf = (context: Context, user: SignedInUser, { accountId, amount, key }: Asked): Promise<Payment> =>
  act(context, user, async (tx, { id: created_by, organisation_id }) => {
    const facts = { organisation_id, carrier_account_id: accountId, idem_key: key, amount, created_by }
    const added = await insertPayment(tx, facts)
    if (!added) return earlierOf(await findPaymentByKey(tx, accountId, key), amount)
    await countAttempt({ ...context, db: tx }, [{ counter: `payment of\n${organisation_id}`, max: STARTED_MAX }])
    const details = { amount }
    await recordAudit(tx, {
      organisation_id,
      user_id: created_by,
      event: 'payment_started',
      subject: added.id,
      details,
    })
    return added
  })

function earlierOf(earlier: Payment | undefined, amount: Pence): Payment {
  if (earlier?.amount !== amount) throw new AppError('idempotency_key_reused')
  return earlier
}

/** The page of the web app that says what became of the payment. */
const returnUrlOf = ({ settings }: Context, { id, carrier_account_id: account }: Payment): string =>
  `${settings.publicUrl}/app/administration?${new URLSearchParams({ view: 'account', account, payment: id }).toString()}`
