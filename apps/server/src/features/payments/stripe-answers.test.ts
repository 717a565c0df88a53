import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { connectStripe, type StripeApi } from './stripe-api.ts'

/** The answers of Stripe by path; a path that is not here is answered with an error. */
let answers: Record<string, object>
let asked: string[]
let server: http.Server
let stripe: StripeApi
beforeAll(async () => {
  server = http.createServer((request, response) => {
    const [path = ''] = request.url!.split('?')
    asked.push(`${request.method} ${request.url}`)
    const answer = answers[path]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: { type: 'invalid_request_error', message: 'No such object' } }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const apiUrl = new URL(`http://127.0.0.1:${port}`)
  stripe = await connectStripe({ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', apiUrl })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const INTENT = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 50_00,
  currency: 'gbp',
  metadata: { payment_id: 'ours' },
}
const NOTHING_BACK = { '/v1/refunds': { object: 'list', data: [] }, '/v1/disputes': { object: 'list', data: [] } }
const answering = (change: Record<string, object>) => {
  asked = []
  answers = { ...NOTHING_BACK, ...change }
}
const FACTS = { payment_id: 'ours', amount: 50_00, currency: 'gbp', reversals: [] }

describe('a charge of a saved card', () => {
  test.each<[string, object, object]>([
    ['succeeded', {}, { state: 'paid' }],
    ['processing', {}, { state: 'pending' }],
    ['canceled', {}, { state: 'failed' }],
    ['requires_confirmation', {}, { state: 'open', waits_for: 'confirmation' }],
    ['requires_action', {}, { state: 'open', waits_for: 'cancellation', decline: 'authentication_required' }],
    ...[
      [{ code: 'authentication_required' }, 'authentication_required'],
      [{ code: 'card_declined', decline_code: 'authentication_required' }, 'authentication_required'],
      [{ code: 'expired_card' }, 'card_expired'],
      [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
      [{ code: 'card_declined', decline_code: 'do_not_honor' }, 'card_declined'],
      [null, 'card_declined'],
    ].map(([last_payment_error, decline]): [string, object, object] => [
      'requires_payment_method',
      { last_payment_error },
      { state: 'open', waits_for: 'cancellation', decline },
    ]),
  ])('that is %s with %j is seen as %j', async (status, change, seen) => {
    answering({ '/v1/payment_intents/pi_1': { ...INTENT, status, ...change } })
    expect(await stripe.charges.look('pi_1')).toEqual({ ...FACTS, ...seen })
  })

  it('of another business at the same account belongs to no payment', async () => {
    answering({ '/v1/payment_intents/pi_1': { ...INTENT, status: 'processing', metadata: {} } })
    expect(await stripe.charges.look('pi_1')).toMatchObject({ payment_id: '' })
  })

  it('is not prepared with a card that Stripe refuses', async () => {
    answering({})
    const wanted = { id: 'ours', amount: 5 as never, reference: 'P-1', customer_id: 'cus_1', payment_method_id: 'pm_1' }
    expect(await stripe.charges.prepare(wanted)).toBeUndefined()
  })
})

const session = (change: object) => ({
  id: 'cs_1',
  object: 'checkout.session',
  client_reference_id: 'ours',
  amount_total: 50_00,
  currency: 'gbp',
  payment_intent: null,
  ...change,
})

describe('a page', () => {
  test.each<[object, string]>([
    [{ status: 'open', payment_status: 'unpaid' }, 'open'],
    [{ status: 'expired', payment_status: 'unpaid' }, 'failed'],
    [{ status: 'complete', payment_status: 'paid' }, 'paid'],
    [{ status: 'complete', payment_status: 'unpaid' }, 'pending'],
    [{ status: 'complete', payment_status: 'unpaid', payment_intent: { ...INTENT, status: 'processing' } }, 'pending'],
    [{ status: 'complete', payment_status: 'unpaid', payment_intent: { ...INTENT, status: 'canceled' } }, 'failed'],
    [
      {
        status: 'complete',
        payment_status: 'unpaid',
        payment_intent: { ...INTENT, status: 'requires_payment_method' },
      },
      'failed',
    ],
  ])('that is %j leaves its payment %s', async (change, state) => {
    answering({ '/v1/checkout/sessions/cs_1': session(change) })
    expect(await stripe.look('cs_1')).toEqual({ ...FACTS, state })
  })

  it('without a reference and an amount is about no payment', async () => {
    const change = { client_reference_id: null, amount_total: null, currency: null, status: 'open' }
    answering({ '/v1/checkout/sessions/cs_1': session(change) })
    expect(await stripe.look('cs_1')).toMatchObject({ payment_id: '', amount: 0, currency: '' })
  })

  const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 }
  test.each<[object, unknown]>([
    [{ status: 'open' }, 'open'],
    [{ status: 'expired' }, 'expired'],
    [{ status: 'complete', setup_intent: null }, 'expired'],
    [{ status: 'complete', setup_intent: { payment_method: { id: 'pm_1' } } }, 'expired'],
    [
      { status: 'complete', setup_intent: { payment_method: { id: 'pm_1', card } } },
      { payment_method_id: 'pm_1', brand: 'visa', last4: '4242', expires: '2030-04' },
    ],
  ])('on which a card is entered that is %j gives %j', async (change, seen) => {
    answering({ '/v1/checkout/sessions/cs_1': session(change) })
    expect(await stripe.cards.lookAtCardPage('cs_1')).toEqual(seen)
  })

  it('that is over already, and a card that is forgotten already, are no failures', async () => {
    answering({})
    await expect(stripe.cards.endPage('cs_1')).resolves.toBeUndefined()
    await expect(stripe.cards.detach('pm_1')).resolves.toBeUndefined()
  })
})

const reversals = async (refunds: object[], disputes: object[]) => {
  answering({
    '/v1/payment_intents/pi_1': { ...INTENT, status: 'succeeded' },
    '/v1/refunds': { object: 'list', data: refunds },
    '/v1/disputes': { object: 'list', data: disputes },
  })
  return (await stripe.charges.look('pi_1')).reversals
}

describe('what is taken back', () => {
  test.each([
    ['succeeded', 20_00],
    ['pending', 20_00],
    [null, 20_00],
    ['failed', 0],
    ['canceled', 0],
  ])('by a refund that is %s', async (status, taken) =>
    expect(await reversals([{ id: 're_1', amount: 20_00, status, currency: 'gbp' }], [])).toEqual([
      { id: 're_1', kind: 'refund', taken, currency: 'gbp' },
    ]),
  )

  const DISPUTE = { id: 'dp_1', amount: 30_00, currency: 'eur', evidence_details: { due_by: 1_796_774_340 } }
  test.each<[string, number[], string, number]>([
    ['needs_response', [-30_00], 'open', 30_00],
    ['won', [-30_00, 30_00], 'won', 0],
    ['lost', [-30_00], 'lost', 30_00],
    ['warning_needs_response', [], 'inquiry', 0],
    ['warning_closed', [], 'closed', 0],
    ['a status of later', [-30_00, 40_00], 'open', 0],
  ])('by a dispute that is %s after %j', async (status, moved, state, taken) => {
    const balance_transactions = moved.map((amount) => ({ amount, currency: 'gbp' }))
    expect(await reversals([], [{ ...DISPUTE, status, balance_transactions }])).toEqual([
      {
        id: 'dp_1',
        kind: 'dispute',
        taken,
        currency: moved.length > 0 ? 'gbp' : 'eur',
        dispute: { state, amount: 30_00, evidence_due: new Date('2026-12-08T23:59:00Z') },
      },
    ])
  })

  test.each([[{ due_by: null }], [undefined]])('without a last day for evidence: %j', async (evidence_details) => {
    const [dispute] = await reversals([], [{ ...DISPUTE, evidence_details, status: 'won', balance_transactions: [] }])
    expect(dispute!.dispute!.evidence_due).toBeNull()
  })
})

const move = (id: string, source: unknown) => {
  const amounts = { amount: 50_00, fee: 1_20, currency: 'gbp', created: 1_795_000_000 }
  return { id, object: 'balance_transaction', type: 'x', source, ...amounts }
}

it('names the payment of each movement, and asks once for each intent', async () => {
  const data = [
    move('txn_1', { id: 'ch_1', object: 'charge', payment_intent: 'pi_9', metadata: { payment_id: 'of the charge' } }),
    move('txn_2', { id: 'ch_2', object: 'charge', payment_intent: 'pi_1', metadata: {} }),
    move('txn_3', { id: 're_1', object: 'refund', payment_intent: { id: 'pi_1' }, metadata: { payment_id: 'no' } }),
    move('txn_4', { id: 're_2', object: 'refund', payment_intent: null }),
    move('txn_5', { id: 'po_1', object: 'payout' }),
    move('txn_6', 'po_2'),
    move('txn_7', null),
  ]
  answering({
    '/v1/balance_transactions': { object: 'list', data, has_more: false },
    '/v1/payment_intents/pi_1': INTENT,
  })
  const [from, to] = [new Date('2026-11-20T00:00:00.900Z'), new Date('2026-11-21T00:00:00Z')]
  const movements = await stripe.movementsBetween(from, to)
  const ours = ['of the charge', 'ours', 'ours', undefined, undefined, undefined, undefined]
  expect(movements.map(({ payment_id }) => payment_id)).toEqual(ours)
  expect(movements[0]).toMatchObject({ amount: 50_00, fee: 1_20, at: new Date(1_795_000_000_000) })
  expect(asked.filter((call) => call.includes('/payment_intents/'))).toHaveLength(1)
  expect(decodeURIComponent(asked[0]!)).toMatch(/created\[gte\]=1795132800&created\[lt\]=1795219200/)
  expect(asked[0]).toContain('limit=100')
})

it('takes no event that is not signed, and none that is no JSON', () => {
  expect(stripe.readEvent('{}', 'none')).toBeUndefined()
  expect(stripe.readEvent('no JSON', '')).toBeUndefined()
})

const event = (id: string, type = 'checkout.session.completed') => {
  const object = { object: 'checkout.session', id: `page of ${id}`, mode: 'payment', client_reference_id: 'ours' }
  return { object: 'event', id, type, created: 1795170600, data: { object } }
}
const list = (data: object[], has_more: boolean) => ({ '/v1/events': { object: 'list', data, has_more } })

test('events are read in pages of a hundred, each from the last event of the page before', async () => {
  answering(list([event('evt_1'), event('evt_2', 'customer.created'), event('evt_3')], true))
  const [pages, urls]: [string[][], string[]] = [[], []]
  for await (const page of stripe.eventsSince(new Date('2026-11-20T10:30:00.900Z'))) {
    pages.push(page.map(({ id }) => id))
    for (const { at } of page) expect(at).toEqual(new Date('2026-11-20T10:30:00Z'))
    urls.push(...asked)
    answering(list([event('evt_4')], false))
  }
  expect(pages).toEqual([['evt_1', 'evt_3'], ['evt_4']])
  const queries = urls.map((url) => new URL(url.replace('GET ', ''), 'http://stripe').searchParams)
  expect(queries.map((query) => query.get('starting_after'))).toEqual([null, 'evt_3'])
  for (const query of queries) expect([query.get('limit'), query.get('created[gte]')]).toEqual(['100', '1795170600'])
})

test('a hundred refunds and disputes of a payment are asked for at once', async () => {
  answering({ '/v1/payment_intents/pi_1': { ...INTENT, status: 'succeeded' } })
  await stripe.charges.look('pi_1')
  const lists = asked.filter((call) => /refunds|disputes/.test(call))
  expect(lists.map((call) => new URLSearchParams(call.split('?')[1]).get('limit'))).toEqual(['100', '100'])
})
