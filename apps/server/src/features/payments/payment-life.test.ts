import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { aPayment, deliverAll, paymentScene, stateOf, type PaymentScene } from '../../testing/stripe/payment-scene.ts'
import { pathOf, TERMS, topUpOf } from '../../testing/stripe/automatic-scene.ts'
import { PRICE } from '../../testing/purchase-scene.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { asOwner } from '../../testing/test-database.ts'
import { lookAtDue } from './look-at-payment.ts'
import { startFollowingPayments, takeLostEvents } from './follow-payments.ts'

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

const auditOf = (subject: string) =>
  scene.context.db
    .selectFrom('audit_event')
    .select(['event', 'details'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()

it('money that takes days cannot be spent before it is there', async () => {
  const customer = await scene.customer()
  const delivered = deliverAll(scene)
  const [good, bad] = [await aPayment(scene, customer, 50_00), await aPayment(scene, customer, 60_00)]
  paid().payLater(good.session)
  paid().payLater(bad.session)
  await delivered()
  expect(await stateOf(customer, good.payment)).toMatchObject({ state: 'pending' })
  expect(await customer.balance()).toBe(0)
  paid().decide(good.session, true)
  paid().decide(bad.session, false)
  await delivered()
  expect(await customer.balance()).toBe(50_00)
  expect(await stateOf(customer, bad.payment)).toMatchObject({ state: 'failed' })
  for (const [{ payment }, end] of [
    [good, 'payment_received'],
    [bad, 'payment_failed'],
  ] as const) {
    const details = { amount: payment.amount }
    const events = ['payment_started', 'payment_pending', end].map((event) => ({ event, details }))
    expect(await auditOf(payment.id)).toEqual(events)
  }
})

it('takes refunds and disputes from the customer as far as their money goes, and gives exactly that back', async () => {
  const customer = await scene.customer()
  const delivered = deliverAll(scene)
  const { payment, session } = await aPayment(scene, customer, 50_00)
  paid().pay(session)
  await delivered()
  await customer.buy('spent-in-between')
  const refund = paid().refund(session, 20_00)
  await delivered()
  expect(await customer.balance()).toBe(30_00 - PRICE)
  const dispute = paid().dispute(session, 30_00)
  await delivered()
  expect(await customer.balance()).toBe(0)
  expect(await stateOf(customer, payment)).toMatchObject({ taken_back: 50_00 - PRICE })
  paid().failRefund(refund)
  paid().close(dispute, true)
  await delivered()
  expect(await customer.balance()).toBe(50_00 - PRICE)
  const paidBack = { by_customer: 30_00 - PRICE, by_platform: PRICE }
  const events = (await auditOf(payment.id)).slice(2)
  expect(events.filter(({ event }) => event !== 'payment_disputed')).toEqual([
    { event: 'payment_taken_back', details: { cause: 'refund', by_customer: 20_00, by_platform: 0 } },
    { event: 'payment_taken_back', details: { cause: 'dispute', ...paidBack } },
    { event: 'payment_returned', details: { cause: 'refund', to_customer: 20_00, to_platform: 0 } },
    {
      event: 'payment_returned',
      details: { cause: 'dispute', to_customer: paidBack.by_customer, to_platform: paidBack.by_platform },
    },
  ])
  expect(events.filter(({ event }) => event === 'payment_disputed').map(({ details }) => details)).toEqual([
    { amount: 30_00, state: 'open' },
    { amount: 30_00, state: 'won' },
  ])
  const statement = await customer.manager.get(`/stamp/v1/carrieraccount/${customer.account}/statement?length=100`)
  expect(statement.json<{ data: { kind: string }[] }>().data.map(({ kind }) => kind)).toEqual([
    'topup',
    'postage',
    'payment_refund',
    'dispute',
    'refund_failed',
    'dispute_won',
  ])
})

it('does not apply what an older look saw, however late it ends', async () => {
  const customer = await scene.customer()
  const { payment, session } = await aPayment(scene, customer, 50_00)
  const asked = Promise.withResolvers<void>()
  scene.stub.fault = (call) => {
    if (call !== 'GET /v1/checkout/sessions/:id') return undefined
    scene.stub.fault = () => undefined
    asked.resolve()
    return { kind: 'slow', ms: 500 }
  }
  paid().payLater(session)
  const late = scene.deliver(lastEvent())
  await asked.promise
  await new Promise(setImmediate) // the stub has read the state
  paid().decide(session, true)
  await scene.deliver(lastEvent())
  expect((await late).statusCode).toBe(200)
  expect(await stateOf(customer, payment)).toMatchObject({ state: 'paid' })
  expect(await customer.balance()).toBe(50_00)
  const { rows } = await sql`select from payment_difference where payment_id = ${payment.id}`.execute(scene.context.db)
  expect(rows).toEqual([])
})

it('an inquiry without a withdrawal takes nothing', async () => {
  const customer = await scene.customer()
  const delivered = deliverAll(scene)
  const { session } = await aPayment(scene, customer, 50_00)
  paid().pay(session)
  paid().dispute(session, 50_00, true)
  await delivered()
  expect(await customer.balance()).toBe(50_00)
})

it('finds what was lost: payments by looking, refunds in the list of events', async () => {
  const customer = await scene.customer()
  const { session } = await aPayment(scene, customer, 50_00)
  paid().pay(session)
  await scene.lookAtOpen()
  expect(await customer.balance()).toBe(50_00)
  paid().refund(session, 10_00)
  await takeLostEvents({ ...scene.context, stripe: scene.stripe, log: quietLog })
  expect(await customer.balance()).toBe(40_00)
})

it('repeats a look that fails, and asks for an event again when Stripe cannot say whose it is', async () => {
  const customer = await scene.customer()
  const { session } = await aPayment(scene, customer, 50_00)
  paid().pay(session)
  scene.stub.fault = () => ({ kind: 'down' })
  expect((await scene.deliver(lastEvent())).statusCode).toBe(200)
  expect(await customer.balance()).toBe(0)
  paid().refund(session, 10_00)
  expect((await scene.deliver(lastEvent())).statusCode).toBe(503)
  scene.stub.fault = () => undefined
  await scene.lookAtOpen()
  expect(await customer.balance()).toBe(40_00)
})

it('the running server finds paid payments, lost refunds and entered cards, until it stops', async () => {
  const customer = await scene.customer()
  const { session } = await aPayment(scene, customer, 50_00)
  const start = () => startFollowingPayments({ ...scene.context, stripe: scene.stripe }, quietLog)
  paid().pay(session)
  await sql`update payment set look_at = now() where look_at is not null`.execute(scene.context.db)
  let stop = start()
  await expect.poll(() => customer.balance(), { timeout: 10_000 }).toBe(50_00)
  await stop()
  paid().refund(session, 10_00)
  const { url } = (await customer.manager.put(pathOf(customer), TERMS)).json<{ url: string }>()
  paid().enterCard(paid().sessions.get(url.split('/').at(-1)!)!)
  await sql`update saved_card set look_at = now() where look_at is not null`.execute(scene.context.db)
  expect(await customer.balance()).toBe(50_00)
  stop = start()
  await expect.poll(() => customer.balance(), { timeout: 10_000 }).toBe(40_00)
  await expect.poll(async () => (await topUpOf(customer)).state, { timeout: 10_000 }).toBe('on')
  await stop()
})

it('a look that fails is repeated after a minute, and one of a payment that stays open after a quarter of its age', async () => {
  const customer = await scene.customer()
  const { payment } = await aPayment(scene, customer, 50_00)
  const { db } = scene.context
  const minutesUntilLook = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from look_at - clock_timestamp()) / 60)::int as minutes from payment
      where id = ${payment.id}`.execute(db)
    return rows[0]!.minutes
  }
  const due = (age: string) =>
    asOwner(
      scene.database.url,
      `alter table payment disable trigger all;
       update payment set look_at = null; update payment set look_at = now(), created_at = now() - interval '${age}' where id = '${payment.id}';
       alter table payment enable trigger all`,
    )
  scene.stub.fault = () => ({ kind: 'down' })
  await due('3 hours')
  const looked = await lookAtDue({ ...scene.context, stripe: scene.stripe })
  expect(looked.map(({ error }) => error !== undefined)).toEqual([true])
  expect(await minutesUntilLook()).toBe(1)
  scene.stub.fault = () => undefined
  for (const [age, minutes] of [
    ['1 second', 1],
    ['40 minutes', 10],
    ['4 hours', 60],
    ['10 days', 360],
  ] as const) {
    await due(age)
    await lookAtDue({ ...scene.context, stripe: scene.stripe })
    expect(await minutesUntilLook(), age).toBe(minutes)
  }
})
