import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { pathOf, TERMS, turnOn, work, workLater } from '../../../testing/stripe/automatic-scene.ts'
import { paymentScene, type Customer, type PaymentScene } from '../../../testing/stripe/payment-scene.ts'
import type { Intent, StubCard, StubSession } from '../../../testing/stripe/stripe-account.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'

const STEPS = ['work', 'work', 'spend', 'refund', 'dispute', 'resume', 'off', 'on', 'deliver'] as const
type Step = (typeof STEPS)[number]
interface Life {
  bank: StubCard['bank']
  steps: Step[]
}

const life: fc.Arbitrary<Life> = fc.record({
  bank: fc.constantFrom('accepts', 'accepts', 'declines', 'wants_owner' as const),
  steps: fc.array(fc.constantFrom(...STEPS), { minLength: 6, maxLength: 9 }),
})

it('in any order of what happens, with lost answers, Stripe and the ledger agree, and nothing is charged twice', async () => {
  const scene = await paymentScene()
  onTestFinished(() => scene.close())
  const { account } = scene.stub
  scene.stub.fault = lostAndSlow()
  await Promise.all(fc.sample(life, { numRuns: 9, seed: 15 }).map((one) => live(scene, one)))
  scene.stub.fault = () => undefined
  for (let n = 0; n < 3; n++) await workLater(scene)
  await Promise.all(account.events.map((event) => scene.deliver(event)))

  const made = [...account.intents.values()].filter(({ status }) => status === 'succeeded')
  expect(made.length).toBeGreaterThan(3)
  const paid = await scene.context.db.selectFrom('payment').select('id').where('state', '=', 'paid').execute()
  const ofPayments = made.map(({ metadata }) => String(metadata['payment_id']))
  expect(new Set(ofPayments).size).toBe(made.length)
  expect(new Set(paid.map(({ id }) => id))).toEqual(new Set(ofPayments))
  const moved = account.movements.reduce((sum, { amount }) => sum + amount, 0)
  const stripes = await scene.context.db
    .selectFrom('account')
    .select('balance')
    .where('id', '=', 'provider:stripe')
    .executeTakeFirstOrThrow()
  expect(stripes.balance).toBe(-moved)
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(scene.context.db)
  expect(rows[0]?.deadlocks).toBe(0)
})

async function live(scene: PaymentScene, { bank, steps }: Life): Promise<void> {
  const customer = await scene.customer()
  await turnOn(scene, customer, bank)
  for (const step of steps) {
    await Promise.all([work(scene), happen(scene, customer, step)])
  }
}

/** The stand-in names what was paid by its page; a charge has none. */
const pageOf = (intent: Intent) => ({ payment_intent: intent.id, payment_status: 'paid' }) as StubSession

async function happen(scene: PaymentScene, customer: Customer, step: Step): Promise<void> {
  const { account } = scene.stub
  const made = [...account.intents.values()].filter(({ status }) => status === 'succeeded')
  if (step === 'work') await workLater(scene)
  if (step === 'spend') await customer.buy(crypto.randomUUID())
  if (step === 'refund' && made.length > 0) account.refund(pageOf(made.at(-1)!), 7_00)
  if (step === 'dispute' && made.length > 0) account.dispute(pageOf(made[0]!), 9_00)
  if (step === 'resume') await customer.manager.post(`${pathOf(customer)}/resume`)
  if (step === 'off') await customer.manager.delete(pathOf(customer))
  if (step === 'on') await customer.manager.put(pathOf(customer), { ...TERMS, most_a_day: 4 })
  if (step === 'deliver') await Promise.all(account.events.slice(-5).map((event) => scene.deliver(event)))
}

/** Every fifth answer is lost, and every third is late. Pages for cards are always opened. */
function lostAndSlow() {
  let n = 0
  return (call: string) => {
    if (/customers|checkout/.test(call)) return undefined
    n++
    if (n % 5 === 0) return { kind: 'lost' } as const
    return n % 3 === 0 ? ({ kind: 'slow', ms: 20 + (n % 60) } as const) : undefined
  }
}
