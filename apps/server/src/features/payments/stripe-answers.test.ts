import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { stripeCards } from './stripe-cards.ts'
import { stripeCharges } from './stripe-charges.ts'
import { movementsBetween } from './stripe-movements.ts'
import { reversalsOf } from './stripe-reversals.ts'

const REFUSAL = new Error('refused')
const isRefusal = (error: unknown) => error === REFUSAL
const refusing = () => Promise.reject(REFUSAL)
const failing = () => Promise.reject(new Error('no answer'))

/** Stripe's SDK, which answers so. */
const stripeWith = (parts: object) => parts as unknown as Stripe
const NO_REVERSALS = {
  refunds: { list: async () => ({ data: [] }) },
  disputes: { list: async () => ({ data: [] }) },
}
const ASKED = { id: 'p-1', amount: 5_00, reference: 'PR-1', customer_id: 'cus_1', payment_method_id: 'pm_1' } as never

const KNOWN = { payment_id: 'p-1', amount: 5_00, currency: 'gbp', reversals: [] }
const look = (intent: object) => {
  const retrieve = async () => ({ metadata: { payment_id: 'p-1' }, amount: 5_00, currency: 'gbp', ...intent })
  const sdk = stripeWith({ ...NO_REVERSALS, paymentIntents: { retrieve } })
  return stripeCharges(sdk, isRefusal).look('pi_1')
}
const declined = (error: object) => ({ status: 'requires_payment_method', last_payment_error: error })
const waits = (decline: string) => ({ ...KNOWN, state: 'open', waits_for: 'cancellation', decline })
const lookAt = (session: object) => {
  const retrieve = async () => session
  return stripeCards(stripeWith({ checkout: { sessions: { retrieve } } }), isRefusal).lookAtCardPage('cs_1')
}
const taken = async (refunds: object[], disputes: object[] = []) => {
  const asked: object[] = []
  const listing = (data: object[]) => ({
    list: async (of: object) => {
      asked.push(of)
      return { data }
    },
  })
  const found = await reversalsOf(stripeWith({ refunds: listing(refunds), disputes: listing(disputes) }), 'pi_1')
  return { found, asked }
}
const refund = (status: string | null) => ({ id: 're_1', amount: 3_00, status, currency: 'gbp' })
const moved = (...amounts: number[]) => amounts.map((amount) => ({ amount, currency: 'gbp' }))
const disputed = (status: string, balance_transactions: object[], evidence_details?: object) => ({
  id: 'dp_1',
  amount: 4_00,
  currency: 'usd',
  status,
  balance_transactions,
  evidence_details,
})
const read = async (...sources: unknown[]) => {
  const asked: object[] = []
  const looks: string[] = []
  async function* list(wanted: object) {
    asked.push(wanted)
    for (const source of sources)
      yield await Promise.resolve({
        id: 'txn',
        type: 'charge',
        amount: 5_00,
        fee: 28,
        created: 1_800_000_000,
        source,
      })
  }
  const retrieve = async (id: string) => {
    looks.push(id)
    return { metadata: { payment_id: `of ${id}` } }
  }
  const sdk = stripeWith({ balanceTransactions: { list }, paymentIntents: { retrieve } })
  const found = await movementsBetween(sdk, new Date('2027-01-15T08:00:00.900Z'), new Date('2027-01-16T08:00:00Z'))
  return { found, asked, looks }
}

const cardsWith = (call: () => Promise<unknown>) =>
  stripeCards(stripeWith({ checkout: { sessions: { expire: call } }, paymentMethods: { detach: call } }), isRefusal)

describe('a charge', () => {
  it.each<[object, object]>([
    [{ status: 'succeeded' }, { ...KNOWN, state: 'paid' }],
    [{ status: 'processing' }, { ...KNOWN, state: 'pending' }],
    [{ status: 'canceled' }, { ...KNOWN, state: 'failed' }],
    [{ status: 'requires_confirmation' }, { ...KNOWN, state: 'open', waits_for: 'confirmation' }],
    [{ status: 'requires_action' }, waits('authentication_required')],
    [declined({ code: 'authentication_required' }), waits('authentication_required')],
    [declined({ decline_code: 'authentication_required' }), waits('authentication_required')],
    [declined({ code: 'expired_card' }), waits('card_expired')],
    [declined({ code: 'card_declined', decline_code: 'insufficient_funds' }), waits('insufficient_funds')],
    [declined({ code: 'card_declined', decline_code: 'lost_card' }), waits('card_declined')],
    [{ status: 'requires_payment_method', last_payment_error: null }, waits('card_declined')],
    [
      { status: 'processing', metadata: {} },
      { ...KNOWN, state: 'pending', payment_id: '' },
    ],
  ])('is known from %j', async (intent, seen) => {
    expect(await look(intent)).toEqual(seen)
  })

  it('is prepared once, in pounds, and undefined where Stripe refuses the card', async () => {
    const asked: unknown[] = []
    const create = async (...given: unknown[]) => {
      asked.push(given)
      return { id: 'pi_1' }
    }
    expect(await stripeCharges(stripeWith({ paymentIntents: { create } }), isRefusal).prepare(ASKED)).toBe('pi_1')
    const wanted = {
      amount: 5_00,
      currency: 'gbp',
      customer: 'cus_1',
      payment_method: 'pm_1',
      payment_method_types: ['card'],
      description: 'PR-1',
      metadata: { payment_id: 'p-1', kind: 'automatic' },
    }
    expect(asked).toEqual([[wanted, { idempotencyKey: 'p-1' }]])
    const refused = stripeCharges(stripeWith({ paymentIntents: { create: refusing } }), isRefusal)
    expect(await refused.prepare(ASKED)).toBeUndefined()
    const silent = stripeCharges(stripeWith({ paymentIntents: { create: failing } }), isRefusal)
    await expect(silent.prepare(ASKED)).rejects.toThrow('no answer')
  })

  it('is confirmed once without its owner, and a failure is reported', async () => {
    const asked: unknown[] = []
    const confirm = async (...given: unknown[]) => void asked.push(given)
    await stripeCharges(stripeWith({ paymentIntents: { confirm } }), isRefusal).confirm('pi_1', 'p-1')
    expect(asked).toEqual([['pi_1', { off_session: true }, { idempotencyKey: 'p-1-confirm' }]])
    const silent = stripeCharges(stripeWith({ paymentIntents: { confirm: failing, cancel: failing } }), isRefusal)
    await expect(silent.confirm('pi_1', 'p-1')).rejects.toThrow('no answer')
    await expect(silent.cancel('pi_1')).rejects.toThrow('no answer')
  })
})

describe('a card', () => {
  const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2027 }
  const facts = { payment_method_id: 'pm_1', brand: 'visa', last4: '4242', expires: '2027-04' }
  const entered = { status: 'complete', setup_intent: { payment_method: { id: 'pm_1', card } } }

  it.each<[object, unknown]>([
    [{ status: 'open' }, 'open'],
    [{ status: 'expired' }, 'expired'],
    [{ status: null }, 'open'],
    [{ status: 'complete', setup_intent: null }, 'expired'],
    [{ status: 'complete', setup_intent: { payment_method: null } }, 'expired'],
    [{ status: 'complete', setup_intent: { payment_method: { id: 'pm_1' } } }, 'expired'],
    [entered, facts],
  ])('is known from its page %j', async (session, known) => {
    expect(await lookAt(session)).toEqual(known)
  })

  it('and its page may be over already', async () => {
    await expect(cardsWith(refusing).endPage('cs_1')).resolves.toBeUndefined()
    await expect(cardsWith(refusing).detach('pm_1')).resolves.toBeUndefined()
    await expect(cardsWith(failing).endPage('cs_1')).rejects.toThrow('no answer')
    await expect(cardsWith(failing).detach('pm_1')).rejects.toThrow('no answer')
  })
})

describe('what is taken back', () => {
  it.each([
    ['succeeded', 3_00],
    ['pending', 3_00],
    [null, 3_00],
    ['failed', 0],
    ['canceled', 0],
  ])('by a refund that is %s', async (status, pence) => {
    const { found, asked } = await taken([refund(status)])
    expect(found).toEqual([{ id: 're_1', kind: 'refund', taken: pence, currency: 'gbp' }])
    const of = { payment_intent: 'pi_1', limit: 100 }
    expect(asked).toEqual([of, { ...of, expand: ['data.balance_transactions'] }])
  })

  const due = 1_800_000_000

  it.each<[string, object[], object | undefined, Record<string, unknown>]>([
    ['needs_response', moved(-4_00), { due_by: due }, { taken: 4_00, currency: 'gbp', state: 'open' }],
    ['won', moved(-4_00, 4_00), { due_by: null }, { taken: 0, currency: 'gbp', state: 'won' }],
    ['won', moved(-4_00, 5_00), undefined, { taken: 0, currency: 'gbp', state: 'won' }],
    ['lost', moved(-4_00), undefined, { taken: 4_00, currency: 'gbp', state: 'lost' }],
    ['warning_needs_response', [], undefined, { taken: 0, currency: 'usd', state: 'inquiry' }],
    ['warning_under_review', [], undefined, { taken: 0, currency: 'usd', state: 'inquiry' }],
    ['warning_closed', [], undefined, { taken: 0, currency: 'usd', state: 'closed' }],
    ['something_new', [], undefined, { taken: 0, currency: 'usd', state: 'open' }],
  ])('by a dispute that is %s', async (status, transactions, evidence, { state, ...known }) => {
    const { found } = await taken([], [disputed(status, transactions, evidence)])
    const isDue = evidence !== undefined && 'due_by' in evidence && evidence.due_by === due
    const evidence_due = isDue ? new Date('2027-01-15T08:00:00Z') : null
    expect(found).toEqual([{ id: 'dp_1', kind: 'dispute', ...known, dispute: { state, amount: 4_00, evidence_due } }])
  })
})

describe('a movement', () => {
  it('is read in pounds, up to the second instant', async () => {
    const { found, asked } = await read(null)
    const at = new Date('2027-01-15T08:00:00Z')
    expect(found).toEqual([{ id: 'txn', type: 'charge', payment_id: undefined, amount: 5_00, fee: 28, at }])
    const created = { gte: 1_800_000_000, lt: 1_800_086_400 }
    expect(asked).toEqual([{ created, currency: 'gbp', limit: 100, expand: ['data.source'] }])
  })

  it('belongs to the payment of its charge or its intent, which is asked for once', async () => {
    const { found, looks } = await read(
      null,
      'ch_1',
      { object: 'payout' },
      { object: 'charge', metadata: { payment_id: 'p-1' }, payment_intent: 'pi_0' },
      { object: 'charge', metadata: {}, payment_intent: 'pi_1' },
      { object: 'refund', metadata: { payment_id: 'not read' }, payment_intent: 'pi_1' },
      { object: 'dispute', payment_intent: { id: 'pi_2' } },
      { object: 'refund', payment_intent: null },
    )
    const payments = [undefined, undefined, undefined, 'p-1', 'of pi_1', 'of pi_1', 'of pi_2', undefined]
    expect(found.map(({ payment_id }) => payment_id)).toEqual(payments)
    expect(looks).toEqual(['pi_1', 'pi_2'])
  })
})
