import { CHARGE_CONSENT, type AutomaticTopUp } from '@postroom/contract/automatic-top-up'
import { beginCharges } from '../../features/payments/automatic/charge.store.ts'
import { lookAtDueCards } from '../../features/payments/automatic/follow-card.ts'
import { lookAtDue } from '../../features/payments/look-at-payment.ts'
import { asOwner } from '../test-database.ts'
import type { Customer, PaymentScene } from './payment-scene.ts'
import type { StubCard } from './stripe-account.ts'

export const TERMS = { threshold: 20_00, amount: 50_00, most_a_day: 3, consent: CHARGE_CONSENT }

export const pathOf = ({ account }: Customer): string => `/stamp/v1/carrieraccount/${account}/automatic-top-up`

/** What a running server does once: charges where the balance is low, and looks at what is due. */
export async function work({ context, stripe }: PaymentScene): Promise<void> {
  await beginCharges(context.db)
  await lookAtDue({ ...context, stripe })
  await lookAtDueCards({ ...context, stripe })
}

/** As if so much time had passed that everything that is repeated is due. */
export async function workLater(scene: PaymentScene): Promise<void> {
  await asOwner(
    scene.database.url,
    `update payment set look_at = now() where look_at is not null; update saved_card set look_at = now() where look_at is not null`,
  )
  await work(scene)
}

/** Turns automatic top-up on, and enters a card on Stripe's page. */
export async function turnOn(
  scene: PaymentScene,
  customer: Customer,
  bank: StubCard['bank'] = 'accepts',
  terms: Partial<typeof TERMS> = {},
): Promise<StubCard> {
  const { account } = scene.stub
  const answer = await customer.manager.put(pathOf(customer), { ...TERMS, ...terms, other_card: true })
  const { url } = answer.json<{ url: string }>()
  const card = account.enterCard(account.sessions.get(url.split('/').at(-1)!)!, bank)
  await scene.deliver(account.events.at(-1)!)
  return card
}

export const topUpOf = async (customer: Customer): Promise<AutomaticTopUp> =>
  (await customer.manager.get(pathOf(customer))).json<AutomaticTopUp>()
