import type { ErrorBody } from '@postroom/contract/errors'
import type { Payment } from '@postroom/contract/payment'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import {
  aPayment,
  paymentScene,
  stateOf,
  WEBHOOK_SECRET,
  type Customer,
  type PaymentScene,
} from '../../testing/stripe/payment-scene.ts'
import { signedEvent } from '../../testing/stripe/signed-event.ts'
import { anOperator } from '../../testing/operators.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'

let scene: PaymentScene
beforeAll(async () => {
  scene = await paymentScene()
})
afterEach(() => {
  scene.stub.fault = () => undefined
  scene.stub.account.onEvent = () => {}
})
afterAll(async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})

const paid = () => scene.stub.account
const lastEvent = () => paid().events.at(-1)!
const codeOf = (answer: { json: () => unknown }) => (answer.json() as ErrorBody).code
const start = ({ manager, account }: Customer, amount: number, key?: string) =>
  manager.post(
    `/stamp/v1/carrieraccount/${account}/payment`,
    { amount },
    key === undefined ? {} : { 'idempotency-key': key },
  )

/** An event that says that a payment was made, which was not. @returns the answer to it */
const forge = async (signing: { secret?: string; at?: number } = {}) => {
  const customer = await scene.customer()
  const { payment, session } = await aPayment(scene, customer, 50_00)
  const event = {
    id: `evt_${payment.id}`,
    object: 'event',
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    data: { object: { ...session, status: 'complete', payment_status: 'paid' } },
  }
  const answer = await scene.deliver(signedEvent(event, { secret: WEBHOOK_SECRET, ...signing }))
  expect(await customer.balance()).toBe(0)
  expect(await stateOf(customer, payment)).toMatchObject({ state: 'open' })
  return answer
}

/** The newest difference, as an operator sees it. */
const differences = async () =>
  (await (await anOperator(scene)).get('/stamp/v1/payment/difference?length=1')).json<{ data: object[] }>().data[0]

const auditOf = (subject: string) =>
  scene.context.db
    .selectFrom('audit_event')
    .select(['event', 'details'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()

it('credits the account when Stripe says that the payment was made, once', async () => {
  const customer = await scene.customer()
  const { payment, session } = await aPayment(scene, customer, 50_00)
  expect(payment).toMatchObject({ state: 'open', amount: 50_00, taken_back: 0 })
  expect(session.success_url).toContain(`payment=${payment.id}`)
  expect(await customer.balance()).toBe(0)
  paid().pay(session)
  const answers = await Promise.all([1, 2, 3].map(() => scene.deliver(lastEvent())))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await customer.balance()).toBe(50_00)
  expect(await stateOf(customer, payment)).toMatchObject({ state: 'paid' })
  const { manager, account } = customer
  const statement = await manager.get(`/stamp/v1/carrieraccount/${account}/statement`)
  expect(statement.json()).toMatchObject({
    data: [{ kind: 'topup', amount: 50_00, balance: 50_00, reference: payment.reference }],
  })
  const list = await manager.get(`/stamp/v1/carrieraccount/${account}/payment`)
  expect(list.json()).toMatchObject({ total: 1, data: [{ id: payment.id, state: 'paid', is_automatic: false }] })
  expect(await auditOf(payment.id)).toEqual([
    { event: 'payment_started', details: { amount: 50_00 } },
    { event: 'payment_received', details: { amount: 50_00 } },
  ])
  const { payment: later } = await aPayment(scene, customer, 60_00)
  const listed = async (query: string) =>
    (await manager.get(`/stamp/v1/carrieraccount/${account}/payment?${query}`)).json<{ data: Payment[] }>().data
  expect((await listed('orderAsc=true')).map(({ id }) => id)).toEqual([payment.id, later.id])
  expect((await listed('orderAsc=false')).map(({ id }) => id)).toEqual([later.id, payment.id])
  expect((await listed('orderAsc=false&start=1&length=1')).map(({ id }) => id)).toEqual([payment.id])
  const other = await scene.customer()
  expect((await other.manager.get(`/stamp/v1/carrieraccount/${other.account}/payment/${payment.id}`)).statusCode).toBe(
    404,
  )
})

describe('starting', () => {
  it('the same key again, also at the same moment and after a lost answer, leads to the same page', async () => {
    const customer = await scene.customer()
    const before = paid().sessions.size
    let lost = 3 // as often as the SDK asks
    scene.stub.fault = (call) => (call.startsWith('POST') && lost-- > 0 ? { kind: 'lost' } : undefined)
    const refused = await start(customer, 20_00, 'the-only-key')
    expect({ status: refused.statusCode, code: codeOf(refused) }).toEqual({ status: 503, code: 'try_again' })
    const again = await Promise.all([1, 2].map(() => start(customer, 20_00, 'the-only-key')))
    expect(new Set(again.map((answer) => answer.json<{ url: string }>().url)).size).toBe(1)
    expect(paid().sessions.size).toBe(before + 1)
    expect(codeOf(await start(customer, 30_00, 'the-only-key'))).toBe('idempotency_key_reused')
  })

  test.each([4_99, 5_000_01, 10.5, '2000'])('refuses the amount %s', async (amount) => {
    expect(codeOf(await start(await scene.customer(), amount as number))).toBe('invalid_request')
  })

  it('stops after twenty in a quarter of an hour', async () => {
    const customer = await scene.customer()
    for (let n = 0; n < 20; n++) expect((await start(customer, 5_00)).statusCode).toBe(200)
    expect(codeOf(await start(customer, 5_00))).toBe('too_many_requests')
  })

  it('gives up a payment whose page nobody got', async () => {
    const customer = await scene.customer()
    scene.stub.fault = () => ({ kind: 'down' })
    expect((await start(customer, 20_00, 'never-opened')).statusCode).toBe(503)
    scene.stub.fault = () => undefined
    const now = scene.context.now
    const lookIn = async (hours: number) => {
      scene.context.now = () => new Date(Date.now() + hours * 3_600_000)
      await scene.lookAtOpen()
      scene.context.now = now
    }
    await lookIn(23.9)
    const { rows } = await sql<{ id: string; state: string; seconds: string }>`
      select id, state, round(extract(epoch from look_at - clock_timestamp()) / 10) * 10 as seconds
      from payment where carrier_account_id = ${customer.account}`.execute(scene.context.db)
    expect(rows).toMatchObject([{ state: 'open', seconds: '60' }])
    await lookIn(24.1)
    expect(await auditOf(rows[0]!.id)).toMatchObject([
      { event: 'payment_started' },
      { event: 'payment_failed', details: { amount: 20_00 } },
    ])
    const { data } = (await customer.manager.get(`/stamp/v1/carrieraccount/${customer.account}/payment`)).json<{
      data: Payment[]
    }>()
    expect(data).toMatchObject([{ state: 'failed' }])
  })
})

describe('an event that is not from Stripe, or not about this payment, credits nothing', () => {
  test.each([
    ['another secret', { secret: 'whsec_other' }],
    ['signed ten minutes ago', { at: Math.floor(Date.now() / 1000) - 600 }],
  ])('%s', async (_what, signing) => {
    expect(codeOf(await forge(signing))).toBe('payment_signature_invalid')
  })

  it('a changed body', async () => {
    const customer = await scene.customer()
    const { session } = await aPayment(scene, customer, 5_00)
    paid().pay(session)
    const { payload, headers } = signedEvent(lastEvent(), { secret: WEBHOOK_SECRET })
    const changed = await scene.deliver({ payload: payload.replace('500', '500000'), headers })
    expect(codeOf(changed)).toBe('payment_signature_invalid')
    expect(await customer.balance()).toBe(0)
  })

  it('rightly signed, while Stripe says that nothing was paid', async () => {
    expect((await forge()).statusCode).toBe(200)
  })

  it.each([
    ['no signature', '', 400],
    ['a signature without a time', 'v1=00', 400],
  ])('%s', async (_what, signature, status) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    expect((await scene.deliver({ payload: '{}', headers })).statusCode).toBe(status)
  })

  it('one too large, one that is no JSON, and one of another kind', async () => {
    const signed = (text: string) => {
      const { headers } = signedEvent({}, { secret: WEBHOOK_SECRET })
      return scene.deliver({ payload: text, headers })
    }
    expect(codeOf(await signed(`"${'x'.repeat(300_000)}"`))).toBe('body_too_large')
    expect(codeOf(await signed('{'))).toBe('payment_signature_invalid')
    const other = { id: 'evt_1', object: 'event', type: 'customer.created', created: 1, data: { object: {} } }
    expect((await scene.deliver(signedEvent(other, { secret: WEBHOOK_SECRET }))).statusCode).toBe(200)
  })
})

describe('what Stripe and we disagree about is recorded for operators and not booked', () => {
  it('another page with the same payment', async () => {
    const customer = await scene.customer()
    const { payment } = await aPayment(scene, customer, 50_00)
    const facts = { client_reference_id: payment.id, amount_total: 50_00, currency: 'gbp', success_url: 'x' }
    const second = paid().open(facts)
    paid().pay(second)
    expect((await scene.deliver(lastEvent())).statusCode).toBe(200)
    expect(await customer.balance()).toBe(0)
    expect(await differences()).toMatchObject({ kind: 'other_session', object: second.id, payment_id: payment.id })
  })

  it('a payment that we do not know', async () => {
    const id = crypto.randomUUID()
    paid().pay(paid().open({ client_reference_id: id, amount_total: 50_00, currency: 'gbp', success_url: 'x' }))
    expect((await scene.deliver(lastEvent())).statusCode).toBe(200)
    expect(await differences()).toMatchObject({ kind: 'unknown_payment', stripes: id })
  })

  test.each([
    ['amount', { amount_total: 500_00 }],
    ['currency', { currency: 'usd' }],
    ['other_session', { client_reference_id: crypto.randomUUID() }],
  ])('another %s', async (kind, change) => {
    const customer = await scene.customer()
    const { payment, session } = await aPayment(scene, customer, 50_00)
    paid().pay(Object.assign(session, change))
    await scene.deliver({ ...lastEvent(), data: { object: { ...session, client_reference_id: payment.id } } })
    expect(await customer.balance()).toBe(0)
    expect(await stateOf(customer, payment)).toMatchObject({ state: 'differs' })
    expect(await differences()).toMatchObject({ kind, payment_id: payment.id, organisation: 'Llewellyn Bindery Ltd' })
    expect(await auditOf(payment.id)).toMatchObject([
      { event: 'payment_started' },
      { event: 'payment_differs', details: { reason: kind } },
    ])
  })

  it('a refund in another currency, and a payment that is unpaid again', async () => {
    const customer = await scene.customer()
    const { payment, session } = await aPayment(scene, customer, 50_00)
    paid().pay(session)
    await scene.deliver(lastEvent())
    paid().intentOf(session).currency = 'eur'
    paid().refund(session, 10_00)
    await scene.deliver(lastEvent())
    expect(await differences()).toMatchObject({ kind: 'currency', stripes: 'eur' })
    session.payment_status = 'unpaid'
    paid().refund(session, 1_00)
    await scene.deliver(lastEvent())
    expect(await differences()).toMatchObject({ kind: 'went_back' })
    expect(await customer.balance()).toBe(50_00)
    expect(await stateOf(customer, payment)).toMatchObject({ state: 'paid' })
  })
})
