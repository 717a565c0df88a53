import { toPence, type Pence } from '@postroom/domain/money'
import type { Stripe } from 'stripe'

/** A movement of the balance that Stripe keeps for us. Amounts in pence; below zero: taken from us. */
export interface Movement {
  id: string
  type: string
  /** As Stripe names it, which is an id of ours only for payments of this installation. */
  payment_id: string | undefined
  /** Before the fee. */
  amount: Pence
  fee: Pence
  at: Date
}

const PAGE = 100

/** Every movement in pounds from one instant up to another, oldest or newest first. */
export async function movementsBetween(stripe: Stripe, from: Date, to: Date): Promise<Movement[]> {
  const created = { gte: secondsOf(from), lt: secondsOf(to) }
  const wanted = { created, currency: 'gbp', limit: PAGE, expand: ['data.source'] }
  const movements: Movement[] = []
  const payments = new Map<string, string | undefined>()
  for await (const { id, type, amount, fee, created: at, source } of stripe.balanceTransactions.list(wanted)) {
    const payment_id = await paymentOf(stripe, source, payments)
    movements.push({ id, type, payment_id, amount: toPence(amount), fee: toPence(fee), at: new Date(at * 1000) })
  }
  return movements
}

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000)

/** A charge carries the metadata of its payment; a refund and a dispute name the intent that has it. */
async function paymentOf(
  stripe: Stripe,
  source: Stripe.BalanceTransaction['source'],
  known: Map<string, string | undefined>,
): Promise<string | undefined> {
  if (source === null || typeof source === 'string' || !('payment_intent' in source)) return undefined
  if (source.object === 'charge' && source.metadata['payment_id'] !== undefined) return source.metadata['payment_id']
  const { payment_intent } = source
  const intent = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
  if (intent === undefined) return undefined
  if (!known.has(intent)) known.set(intent, (await stripe.paymentIntents.retrieve(intent)).metadata['payment_id'])
  return known.get(intent)
}
