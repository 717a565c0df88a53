import { randomBytes } from 'node:crypto'

/** A page on which a customer pays, as Stripe shows it. */
export interface StubSession {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  client_reference_id: string | null
  amount_total: number
  currency: string
  url: string | null
  payment_intent: string | null
  success_url: string
  mode: 'payment' | 'setup'
  customer: string | null
  setup_intent: string | null
}

/** A card, and what its bank says to a charge without its owner. */
export interface StubCard {
  id: string
  object: 'payment_method'
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
  bank: 'accepts' | 'declines' | 'expired' | 'insufficient_funds' | 'wants_owner'
}

export interface Intent {
  id: string
  object: 'payment_intent'
  status: 'processing' | 'succeeded' | 'requires_payment_method' | 'requires_confirmation' | 'canceled'
  amount: number
  currency: string
  metadata: Record<string, string>
  customer?: string
  payment_method?: string | null
  last_payment_error?: { type: 'card_error'; code: string; decline_code?: string } | null
}

interface Refund {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  currency: string
  status: 'pending' | 'succeeded' | 'failed'
}

interface Dispute {
  id: string
  object: 'dispute'
  payment_intent: string
  amount: number
  currency: string
  status: 'warning_needs_response' | 'needs_response' | 'won' | 'lost'
  evidence_details: { due_by: number | null }
  balance_transactions: { id: string; amount: number; currency: string }[]
}

/** A movement of the balance. */
interface BalanceTransaction {
  id: string
  object: 'balance_transaction'
  type: 'charge' | 'payment' | 'refund' | 'refund_failure' | 'adjustment' | 'payout'
  amount: number
  fee: number
  currency: string
  created: number
  /** What it is about, with its intent. */
  source: { id: string; object: string; payment_intent?: string; metadata?: Record<string, string> }
}

const cardError = (code: string, decline_code?: string) =>
  ({ type: 'card_error', code, ...(decline_code !== undefined && { decline_code }) }) as const

const DECLINES: Record<StubCard['bank'], NonNullable<Intent['last_payment_error']> | null> = {
  accepts: null,
  declines: cardError('card_declined', 'generic_decline'),
  expired: cardError('expired_card'),
  insufficient_funds: cardError('card_declined', 'insufficient_funds'),
  wants_owner: cardError('authentication_required', 'authentication_required'),
}

/** What Stripe keeps of a charge. */
const feeOf = (amount: number): number => Math.round(amount * 0.015) + 20

/** An event with the object as it was when the event happened. */
export interface StubEvent {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: object }
}

const idOf = (prefix: string): string => `${prefix}_${randomBytes(9).toString('hex')}`

const sum = (rows: readonly { amount: number }[]): number => rows.reduce((total, { amount }) => total + amount, 0)

/** An account at Stripe: what its customers and their banks do, and the events that follow. */
export class StripeAccount {
  readonly sessions = new Map<string, StubSession>()
  readonly intents = new Map<string, Intent>()
  readonly refunds: Refund[] = []
  readonly disputes: Dispute[] = []
  /** Oldest first. */
  readonly events: StubEvent[] = []
  /** Oldest first. */
  readonly movements: BalanceTransaction[] = []
  /** Called with each event when it happens. */
  onEvent: (event: StubEvent) => void = () => {}
  readonly cards = new Map<string, StubCard>()
  /** Of a page on which a card was entered: the card. */
  readonly setups = new Map<string, string>()
  readonly #metadata = new Map<string, Record<string, string>>()

  open(
    wanted: Pick<StubSession, 'client_reference_id' | 'amount_total' | 'currency' | 'success_url'> &
      Partial<Pick<StubSession, 'mode' | 'customer'>>,
    metadata = {},
  ) {
    const id = idOf('cs_test')
    const url = `https://checkout.stripe.com/c/pay/${id}`
    const unpaid = { status: 'open', payment_status: 'unpaid', payment_intent: null } as const
    const kept = { mode: 'payment', customer: null, setup_intent: null } as const
    const session: StubSession = { ...kept, ...wanted, ...unpaid, id, object: 'checkout.session', url }
    this.sessions.set(id, session)
    this.#metadata.set(id, metadata)
    return session
  }

  /** The customer pays by card. */
  pay(session: StubSession): void {
    this.#complete(session, 'succeeded')
    session.payment_status = 'paid'
    this.#charges(session, 'charge')
    this.#happens('checkout.session.completed', session)
  }

  /** The customer pays by a method that takes days. */
  payLater(session: StubSession): void {
    this.#complete(session, 'processing')
    this.#happens('checkout.session.completed', session)
  }

  /** The delayed payment succeeds or fails. */
  decide(session: StubSession, succeeds: boolean): void {
    this.intentOf(session).status = succeeds ? 'succeeded' : 'requires_payment_method'
    if (succeeds) session.payment_status = 'paid'
    if (succeeds) this.#charges(session, 'payment')
    this.#happens(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session)
  }

  /** The customer enters a card. */
  enterCard(session: StubSession, bank: StubCard['bank'] = 'accepts'): StubCard {
    const { customer } = session
    const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 }
    const method: StubCard = { id: idOf('pm'), object: 'payment_method', customer, card, bank }
    this.cards.set(method.id, method)
    const setup_intent = idOf('seti')
    this.setups.set(setup_intent, method.id)
    Object.assign(session, { status: 'complete', setup_intent, url: null })
    this.#happens('checkout.session.completed', session)
    return method
  }

  setupOf({ setup_intent }: StubSession) {
    const payment_method = this.cards.get(this.setups.get(setup_intent ?? '') ?? '')
    return { id: setup_intent, object: 'setup_intent', status: 'succeeded', payment_method }
  }

  prepare(wanted: Pick<Intent, 'amount' | 'currency' | 'metadata' | 'customer' | 'payment_method'>): Intent {
    const id = idOf('pi')
    const intent: Intent = { ...wanted, id, object: 'payment_intent', status: 'requires_confirmation' }
    this.intents.set(id, intent)
    return intent
  }

  /** The bank of the card decides about a prepared charge. @returns the error; undefined when it was charged */
  charge(intent: Intent): Intent['last_payment_error'] {
    const { bank } = this.cards.get(intent.payment_method ?? '')!
    const error = DECLINES[bank]
    intent.last_payment_error = error
    intent.status = error ? 'requires_payment_method' : 'succeeded'
    if (error) intent.payment_method = null
    else this.#charge(intent, 'charge')
    this.#happens(error ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', intent)
    return error
  }

  cancel(intent: Intent): void {
    intent.status = 'canceled'
    intent.last_payment_error = null // an update clears it
    this.#happens('payment_intent.canceled', intent)
  }

  expire(session: StubSession): void {
    session.status = 'expired'
    session.url = null
    this.#happens('checkout.session.expired', session)
  }

  refund(session: StubSession, amount: number): Refund {
    const { id: payment_intent, currency } = this.intentOf(session)
    const refund: Refund = { id: idOf('re'), object: 'refund', payment_intent, amount, currency, status: 'succeeded' }
    this.refunds.push(refund)
    this.#balance('refund', -amount, refund)
    this.#happens('refund.created', refund)
    return refund
  }

  failRefund(refund: Refund): void {
    refund.status = 'failed'
    this.#balance('refund_failure', refund.amount, refund)
    this.#happens('refund.failed', refund)
  }

  /** The customer's bank disputes a payment: Stripe takes the money at once, after an inquiry nothing. */
  dispute(session: StubSession, amount: number, isInquiry = false): Dispute {
    const { id: payment_intent, currency } = this.intentOf(session)
    const status = isInquiry ? 'warning_needs_response' : 'needs_response'
    const about = { object: 'dispute', payment_intent, amount, currency, status } as const
    const evidence_details = { due_by: Math.floor(Date.UTC(2026, 11, 8, 23, 59) / 1000) }
    const dispute: Dispute = { ...about, id: idOf('du'), balance_transactions: [], evidence_details }
    this.disputes.push(dispute)
    this.#happens('charge.dispute.created', dispute)
    if (!isInquiry) this.#moves(dispute, -amount, 'charge.dispute.funds_withdrawn')
    return dispute
  }

  close(dispute: Dispute, isWon: boolean): void {
    dispute.status = isWon ? 'won' : 'lost'
    if (isWon) this.#moves(dispute, dispute.amount, 'charge.dispute.funds_reinstated')
    this.#happens('charge.dispute.closed', dispute)
  }

  /** Stripe pays money out to the bank. */
  payOut(amount: number): void {
    this.#balance('payout', -amount, { id: idOf('po'), object: 'payout', currency: 'gbp' })
  }

  intentOf({ payment_intent }: StubSession): Intent {
    return this.intents.get(payment_intent ?? '')!
  }

  /** Pence that Stripe owes for what was paid on a page, also while it is pending. */
  owedFor({ payment_intent, payment_status, amount_total }: StubSession): number {
    const intent = this.intents.get(payment_intent ?? '')
    if (!intent || (payment_status !== 'paid' && intent.status !== 'processing')) return 0
    const refunded = this.refunds.filter((one) => one.payment_intent === payment_intent && one.status !== 'failed')
    const moved = this.disputes
      .filter((one) => one.payment_intent === payment_intent)
      .flatMap((one) => one.balance_transactions)
    return amount_total - sum(refunded) + sum(moved)
  }

  #complete(session: StubSession, status: Intent['status']): void {
    const id = idOf('pi')
    const { amount_total: amount, currency } = session
    const metadata = this.#metadata.get(session.id) ?? {}
    this.intents.set(id, { id, object: 'payment_intent', status, amount, currency, metadata })
    Object.assign(session, { status: 'complete', payment_intent: id, url: null })
  }

  #charges(session: StubSession, type: 'charge' | 'payment'): void {
    this.#charge(this.intentOf(session), type)
  }

  #charge({ id: payment_intent, amount, currency, metadata }: Intent, type: 'charge' | 'payment'): void {
    const charge = { id: idOf('ch'), object: 'charge', payment_intent, metadata, currency }
    this.#balance(type, amount, charge, feeOf(amount))
  }

  #balance(
    type: BalanceTransaction['type'],
    amount: number,
    { currency, ...source }: BalanceTransaction['source'] & { currency: string },
    fee = 0,
  ): BalanceTransaction {
    const about = { object: 'balance_transaction', type, amount, fee, currency, source } as const
    const movement: BalanceTransaction = { ...about, id: idOf('txn'), created: Math.floor(Date.now() / 1000) }
    this.movements.push(movement)
    return movement
  }

  #moves(dispute: Dispute, amount: number, type: string): void {
    const { id, currency } = this.#balance('adjustment', amount, dispute)
    dispute.balance_transactions.push({ id, amount, currency })
    this.#happens(type, dispute)
  }

  #happens(type: string, object: object): void {
    const created = Math.floor(Date.now() / 1000)
    const event: StubEvent = {
      id: idOf('evt'),
      object: 'event',
      type,
      created,
      data: { object: structuredClone(object) },
    }
    this.events.push(event)
    this.onEvent(event)
  }
}
