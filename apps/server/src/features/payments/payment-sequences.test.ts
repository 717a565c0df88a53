import { afterAll, beforeAll, it } from 'vitest'
import { ledgerEqualsStripe } from '../../testing/stripe/ledger-equals-stripe.ts'
import { paymentScene, type PaymentScene } from '../../testing/stripe/payment-scene.ts'

let scene: PaymentScene
beforeAll(async () => {
  scene = await paymentScene()
})
afterAll(() => scene.close())

it('25 payments with repeated, reordered, lost and forged events: the ledger equals Stripe', async () => {
  await ledgerEqualsStripe(scene, 25, 1)
})
