import type { Context } from '../../../context.ts'
import type { StripeApi } from '../stripe-api.ts'
import { isBeingCharged } from './charge.store.ts'
import { beginCardLook, beginDueCardLooks, deleteCard, keepCard, type SavedCard } from './saved-card.store.ts'

type Following = Pick<Context, 'db' | 'now'> & { stripe: StripeApi }

const AT_ONCE = 10
/** After this time a page whose address nobody got is given up. */
const GIVEN_UP_AFTER_MS = 3_600_000

/** Asks Stripe for the card that is entered on a page. @throws when Stripe does not answer */
export async function lookAtCard(context: Following, id: string): Promise<void> {
  const card = await beginCardLook(context.db, id)
  if (card) await follow(context, card)
}

/** The same for those that are due; unwanted cards are detached. @returns what failed: it is repeated */
export async function lookAtDueCards(context: Following): Promise<unknown[]> {
  const due = await beginDueCardLooks(context.db, AT_ONCE)
  const looks = await Promise.allSettled(due.map((card) => follow(context, card)))
  return looks.flatMap((look) => (look.status === 'rejected' ? [look.reason as unknown] : []))
}

async function follow(context: Following, card: SavedCard): Promise<void> {
  const { db, now, stripe } = context
  const { id, session_id, state, created_at } = card
  if (session_id === null) {
    const isGivenUp = now().getTime() - created_at.getTime() > GIVEN_UP_AFTER_MS
    if (state === 'unwanted' || isGivenUp) await deleteCard(db, id)
    return
  }
  if (card.payment_method_id !== null) return forget(context, id, card.payment_method_id)
  if (state === 'unwanted') await stripe.cards.endPage(session_id)
  const seen = await stripe.cards.lookAtCardPage(session_id)
  if (seen === 'expired') await deleteCard(db, id)
  else if (seen !== 'open') await keepCard(db, card, seen)
}

/** The charge in flight ends first: what became of it is asked with the card. */
async function forget({ db, stripe }: Following, id: string, paymentMethodId: string): Promise<void> {
  if (await isBeingCharged(db, paymentMethodId)) return
  await stripe.cards.detach(paymentMethodId)
  await deleteCard(db, id)
}
