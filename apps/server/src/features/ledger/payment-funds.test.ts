import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPayment, deliverAll, paymentScene, type PaymentScene } from '../../testing/stripe/payment-scene.ts'
import { brokenInvariants } from './invariants.store.ts'

let scene: PaymentScene
beforeAll(async () => {
  scene = await paymentScene()
})
afterAll(() => scene.close())

it('a refund of one penny, and its failure, are booked for the customer and for the platform', async () => {
  const customer = await scene.customer()
  const delivered = deliverAll(scene)
  const { account } = scene.stub
  const { session } = await aPayment(scene, customer, 10_00)
  account.pay(session)
  await delivered()
  const byCustomer = account.refund(session, 1)
  await delivered()
  expect(await customer.balance()).toBe(9_99)
  account.refund(session, 9_99)
  await delivered()
  const byPlatform = account.refund(session, 1)
  await delivered()
  const kinds = async () =>
    (
      await scene.context.db
        .selectFrom('transfer')
        .select(['kind', 'amount', 'debit'])
        .where('kind', 'in', ['payment_refund', 'refund_failed'])
        .orderBy('id')
        .execute()
    )
      .filter(({ amount }) => amount === 1)
      .map(({ kind, amount, debit }) => [kind, amount, debit.split(':')[0]])
  const taken = [
    ['payment_refund', 1, 'cust'],
    ['payment_refund', 1, 'platform'],
  ]
  expect(await kinds()).toEqual(taken)
  account.failRefund(byPlatform)
  account.failRefund(byCustomer)
  await delivered()
  expect((await kinds()).slice(2).map(([kind, amount]) => [kind, amount])).toEqual([
    ['refund_failed', 1],
    ['refund_failed', 1],
  ])
  expect(await customer.balance()).toBe(1)
  expect(await brokenInvariants(scene.context.db)).toEqual([])
})
