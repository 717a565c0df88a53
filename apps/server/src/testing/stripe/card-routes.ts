import { randomBytes } from 'node:crypto'
import { fieldOf, type Form } from './form.ts'
import type { StripeAccount } from './stripe-account.ts'
import { found, refusal, type Answered, type Asked, type On } from './answered.ts'

const refused = (message: string): Answered => refusal(400, 'invalid_request_error', message)

/** Acts on the row that the path names, if there is one. */
const change =
  <Row>(rows: Map<string, Row>, act: (row: Row) => Answered) =>
  ({ id }: Asked): Answered => {
    const row = rows.get(id)
    return row ? act(row) : found(undefined)
  }

/** Customers, their cards and charges, as Stripe serves them. */
export function cardRoutes(account: StripeAccount, on: On): void {
  const { cards, intents, sessions } = account

  on('POST', '/v1/customers', () => found({ id: `cus_${randomBytes(7).toString('hex')}`, object: 'customer' }))

  on(
    'POST',
    '/v1/checkout/sessions/:id/expire',
    change(sessions, (session) => {
      if (session.status !== 'open') return refused(`Only open sessions can be expired: ${session.status}`)
      account.expire(session)
      return found(session)
    }),
  )

  on(
    'POST',
    '/v1/payment_methods/:id/detach',
    change(cards, (card) => {
      if (card.customer === null) return refused('The payment method is not attached to a customer')
      card.customer = null
      return found(card)
    }),
  )

  on('POST', '/v1/payment_intents', ({ form }) => {
    const card = cards.get(fieldOf(form, 'payment_method') ?? '')
    const customer = fieldOf(form, 'customer')
    const [amount, currency] = [Number(fieldOf(form, 'amount')), fieldOf(form, 'currency')]
    if (!card || card.customer === null || card.customer !== customer) return refused('No such PaymentMethod')
    if (!(amount > 0) || currency === undefined) return refused('Missing or invalid parameters')
    const metadata = (form['metadata'] as Form | undefined) ?? {}
    const wanted = { amount, currency, customer, payment_method: card.id, metadata: metadata as Record<string, string> }
    return found(account.prepare(wanted))
  })

  on('POST', '/v1/payment_intents/:id/confirm', (asked) =>
    change(intents, (intent) => {
      const isPresent = fieldOf(asked.form, 'off_session') !== 'true'
      if (intent.status !== 'requires_confirmation' || isPresent) return refused(`The intent is ${intent.status}`)
      const error = account.charge(intent)
      return error ? { status: 402, body: { error: { ...error, payment_intent: intent } } } : found(intent)
    })(asked),
  )

  on(
    'POST',
    '/v1/payment_intents/:id/cancel',
    change(intents, (intent) => {
      if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
        return refused(`The intent is ${intent.status}`)
      account.cancel(intent)
      return found(intent)
    }),
  )
}
