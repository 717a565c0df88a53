import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { aPayment, WEBHOOK_SECRET, type Customer, type PaymentScene } from './payment-scene.ts'
import type { PaymentSequence, Step } from './payment-sequence.ts'
import { signedEvent } from './signed-event.ts'
import type { StubEvent, StubSession } from './stripe-account.ts'

/** A payment that has lived its sequence. */
export interface LivedPayment {
  session: StubSession
  paymentId: string
  /** Pence that Stripe owes us for it, as far as it is the payment that we asked for. */
  owed: number
  /** Deliveries that are still to come. */
  late: StubEvent[]
  /** Events that are about it; those of other pages are not. */
  own: StubEvent[]
  /** Stripe's ids of what operators must be shown. */
  differs: string[]
}

/** Lets a payment live its sequence: at Stripe, at the customer's, and on the way between Stripe and us. */
export async function live(scene: PaymentScene, customer: Customer, sequence: PaymentSequence): Promise<LivedPayment> {
  const { account } = scene.stub
  const { payment, session } = await aPayment(scene, customer, sequence.amount)
  const own: StubEvent[] = []
  const late: StubEvent[] = []
  const deliveries: Promise<{ statusCode: number }>[] = []
  /** What happens at Stripe. Its events are on their way while the next thing happens. */
  const happens = (act: () => void): void => {
    const before = account.events.length
    act()
    for (const event of account.events.slice(before).toReversed()) {
      const fate = sequence.fates[own.push(event) % sequence.fates.length]
      if (fate === 'later' || fate === 'twice') late.push(event)
      if (fate === 'now' || fate === 'twice') deliveries.push(scene.deliver(event))
    }
  }

  const differs = await attack(scene, session, sequence.attack)
  if (sequence.method === 'expires') happens(() => account.expire(session))
  else if (sequence.method === 'card') happens(() => account.pay(session))
  else {
    happens(() => account.payLater(session))
    await sleep(sequence.pause)
    const { succeeds } = sequence
    if (succeeds !== undefined) happens(() => account.decide(session, succeeds))
  }
  for (const step of sequence.steps) {
    if (step.kind === 'spend') await customer.buy(crypto.randomUUID())
    else if (session.payment_status === 'paid') happens(() => take(scene, session, step))
    await sleep(sequence.pause)
  }
  const answers = await Promise.all(deliveries)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(deliveries.map(() => 200))
  const owed = sequence.attack === 'other_amount' ? 0 : account.owedFor(session)
  return { session, paymentId: payment.id, owed, late, own, differs }
}

/** One thing that happens at Stripe to what was paid; nothing where there is nothing left to take. */
function take({ stub: { account } }: PaymentScene, session: StubSession, step: Exclude<Step, { kind: 'spend' }>): void {
  const ofPayment = <Row extends { payment_intent: string }>(rows: Row[]) =>
    rows.filter(({ payment_intent }) => payment_intent === session.payment_intent)
  if (step.kind === 'failRefund') {
    const refund = ofPayment(account.refunds).find(({ status }) => status === 'succeeded')
    if (refund) account.failRefund(refund)
  } else if (step.kind === 'win' || step.kind === 'lose') {
    const dispute = ofPayment(account.disputes).find(({ status }) => status === 'needs_response')
    if (dispute) account.close(dispute, step.kind === 'win')
  } else if ('part' in step) {
    const amount = Math.floor(account.owedFor(session) * step.part)
    if (amount <= 0) return
    if (step.kind === 'refund') account.refund(session, amount)
    else account.dispute(session, amount, step.kind === 'inquiry')
  }
}

/** @returns Stripe's ids of what must be recorded as a difference */
async function attack(scene: PaymentScene, session: StubSession, kind: PaymentSequence['attack']): Promise<string[]> {
  const paid = { ...session, status: 'complete', payment_status: 'paid' }
  const created = Math.floor(Date.now() / 1000)
  const claim = {
    id: `evt_${session.id}`,
    object: 'event',
    type: 'checkout.session.completed',
    created,
    data: { object: paid },
  }
  const refused = async (delivery: ReturnType<typeof signedEvent>) =>
    expect((await scene.deliver(delivery)).statusCode).toBe(400)
  if (kind === 'other_secret') await refused(signedEvent(claim, { secret: 'whsec_guessed' }))
  if (kind === 'old') await refused(signedEvent(claim, { secret: WEBHOOK_SECRET, at: created - 600 }))
  if (kind === 'changed') {
    const { payload, headers } = signedEvent(claim, { secret: WEBHOOK_SECRET })
    await refused({ payload: payload.replace('"amount_total": ', '"amount_total": 9'), headers })
  }
  if (kind === 'other_page') {
    const { client_reference_id, success_url, amount_total, currency } = session
    const other = scene.stub.account.open({ client_reference_id, success_url, amount_total, currency })
    scene.stub.account.pay(other)
    expect(
      (
        await scene.deliver(
          scene.stub.account.events.findLast(({ data }) => 'id' in data.object && data.object.id === other.id)!,
        )
      ).statusCode,
    ).toBe(200)
    return [other.id]
  }
  if (kind !== 'other_amount') return []
  session.amount_total += 100_00
  return [session.id]
}
