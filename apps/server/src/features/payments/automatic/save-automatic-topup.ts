import { act } from '../../../access/act.ts'
import { countAttempt } from '../../../access/limit-attempts.ts'
import type { SignedInUser } from '../../../access/signed-in-user.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { asPlatform } from '../../../db/tenant.ts'
import type { Log } from '../../../log.ts'
import { ownAccount } from '../../accounts/own-account.rule.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import type { StripeApi } from '../stripe-api.ts'
import { troubleOf } from '../stripe-trouble.ts'
import { findAutomaticTopUp, keepCustomer, lockAutomaticTopUp, saveTerms, turnOn } from './automatic-topup.store.ts'
import type { Terms } from './automatic-topup.store.ts'
import { lookAtCard } from './follow-card.ts'
import { askForCard, findCard, keepCardPage, type SavedCard } from './saved-card.store.ts'

/** Pages for cards that an organisation may open in a quarter of an hour. */
const PAGES_MAX = 20

interface Asked extends Pick<Terms, 'threshold' | 'amount' | 'most_a_day'> {
  accountId: string
  /** The text that the manager agreed to. */
  consent: string
  /** Asks for a card although one is saved. */
  other_card: boolean
}

type Saving = Context & { stripe: StripeApi; log: Log }

/**
 * Turns automatic top-up on, or changes it. Without a saved card it is on once a card was entered on Stripe's page.
 *
 * @returns the address of that page, where a card is needed
 * @throws AppError payment_not_available, not_found, too_many_requests, or try_again when Stripe does not answer
 */
export async function saveAutomaticTopUp(
  context: Context & { log: Log },
  user: SignedInUser,
  asked: Asked,
): Promise<string | undefined> {
  const { stripe } = context
  await ownAccount(context.db, user, asked.accountId)
  if (!stripe) throw new AppError('payment_not_available')
  const saving = { ...context, stripe }
  await lookAtOpenPage(saving, asked.accountId)
  const card = await agree(context, user, asked)
  return card && openCardPage(saving, card)
}

/** A card may have been entered on it, or the page may be over, before Stripe's event has arrived. */
async function lookAtOpenPage(context: Saving, accountId: string): Promise<void> {
  const open = await findCard(context.db, accountId, 'asked')
  if (open)
    await orTryAgain(
      context,
      asPlatform(() => lookAtCard(context, open.id)),
    )
}

const agree = (context: Context, user: SignedInUser, { accountId, consent, other_card, ...terms }: Asked) =>
  act(context, user, async (tx, { id: agreed_by, organisation_id }): Promise<SavedCard | undefined> => {
    const { threshold, amount, most_a_day } = terms
    await saveTerms(tx, { organisation_id, carrier_account_id: accountId, threshold, amount, most_a_day, agreed_by })
    const details = { threshold, amount, most_a_day, consent }
    const fact = { organisation_id, user_id: agreed_by, subject: accountId }
    await recordAudit(tx, { ...fact, event: 'automatic_topup_agreed', details })
    await lockAutomaticTopUp(tx, accountId)
    await turnOn(tx, accountId)
    if (!other_card && (await findCard(tx, accountId, 'saved'))) return undefined
    await countAttempt({ ...context, db: tx }, [{ counter: `card page of\n${organisation_id}`, max: PAGES_MAX }])
    return askForCard(tx, { organisation_id, carrier_account_id: accountId })
  })

async function openCardPage(context: Saving, { id, carrier_account_id: accountId }: SavedCard): Promise<string> {
  const { stripe, db, settings } = context
  const query = new URLSearchParams({ view: 'account', account: accountId })
  const returnUrl = `${settings.publicUrl}/app/administration?${query.toString()}`
  const customer_id = (await findAutomaticTopUp(db, accountId))?.customer_id ?? (await customerOf(context, accountId))
  const { session_id, url } = await orTryAgain(context, stripe.cards.openCardPage({ id, customer_id, returnUrl }))
  const isKept = await asPlatform(() => keepCardPage(db, id, session_id))
  if (!isKept || url === null) throw new AppError('try_again') // it was turned off meanwhile, or a card was just entered
  return url
}

async function customerOf(context: Saving, accountId: string): Promise<string> {
  const customer = await orTryAgain(context, context.stripe.cards.customerOf(accountId))
  await keepCustomer(context.db, accountId, customer)
  return customer
}

const orTryAgain = <Answer>({ log }: Saving, call: Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    log.error(troubleOf(error), 'Stripe did not answer about a card')
    throw new AppError('try_again')
  })
