import { afterAll, beforeAll, expect, it } from 'vitest'
import { anOperator, type Caller } from '../../testing/operators.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { aPayment, deliverAll, paymentScene, type PaymentScene } from '../../testing/stripe/payment-scene.ts'
import { sendNotices } from '../../notices/send-notices.ts'
import type { Mail } from '../../mail/mailer.ts'

let scene: PaymentScene
let operator: Caller
beforeAll(async () => {
  scene = await paymentScene()
  operator = await anOperator(scene)
})
afterAll(() => scene.close())

const disputesOf = async (reader: Caller) =>
  (await reader.get('/identity/v1/user/notice?length=100'))
    .json<{ data: { content: { event: string; state?: string } }[] }>()
    .data.map(({ content }) => content)
    .filter(({ event }) => event === 'payment_disputed')
    .toReversed()

async function aPaidPayment() {
  const customer = await scene.customer()
  const delivered = deliverAll(scene)
  const { payment, session } = await aPayment(scene, customer, 50_00)
  scene.stub.account.pay(session)
  await delivered()
  return { customer, delivered, payment, session }
}

it('managers and operators are notified once of each change of a dispute, however often it is looked at', async () => {
  const { customer, delivered, payment, session } = await aPaidPayment()
  const dispute = scene.stub.account.dispute(session, 30_00)
  await delivered()
  await Promise.all(scene.stub.account.events.slice(-3).map((event) => scene.deliver(event)))
  scene.stub.account.close(dispute, true)
  await delivered()
  const about = { account_id: customer.account, name: 'Royal Mail', reference: payment.reference, amount: 30_00 }
  const due = { evidence_due: '2026-12-08T23:59:00.000Z' }
  expect(await disputesOf(customer.manager)).toEqual([
    { event: 'payment_disputed', ...about, ...due, state: 'open' },
    { event: 'payment_disputed', ...about, ...due, state: 'won' },
  ])
  const organisation = 'Llewellyn Bindery Ltd'
  expect(await disputesOf(operator)).toMatchObject([
    { ...about, organisation, state: 'open' },
    { ...about, organisation, state: 'won' },
  ])
  const audit = await customer.manager.get('/identity/v1/organisation/audit?event=payment_disputed')
  expect(audit.json<{ data: unknown[] }>().data).toHaveLength(2)
})

it('an inquiry takes nothing, but is notified, and so is what is lost', async () => {
  const { customer, delivered, session } = await aPaidPayment()
  scene.stub.account.dispute(session, 50_00, true)
  const dispute = scene.stub.account.dispute(session, 20_00)
  await delivered()
  scene.stub.account.close(dispute, false)
  await delivered()
  expect((await disputesOf(customer.manager)).map(({ state }) => state)).toEqual(['inquiry', 'open', 'lost'])
  expect(await customer.balance()).toBe(30_00)
})

it('the mail has both languages, the amount and the last day for evidence', async () => {
  const { customer, delivered, session } = await aPaidPayment()
  const mails: Mail[] = []
  const mailer = { ...scene.context.mailer, send: async (mail: Mail) => void mails.push(mail) }
  const send = async () => {
    for (let n = 0; n < 5; n++) await sendNotices({ ...scene.context, mailer }, quietLog)
  }
  await send()
  mails.length = 0
  scene.stub.account.dispute(session, 20_00)
  await delivered()
  await send()
  expect(mails).toHaveLength(2)
  const [ours] = mails.filter(({ text }) => !text.includes('Llewellyn'))
  expect(ours?.text).toContain('£20.00 is disputed')
  expect(ours?.text).toContain('by 8 December 2026')
  expect(ours?.text).toContain('au plus tard le 8 décembre 2026')
  expect(await customer.balance()).toBe(30_00)
})
