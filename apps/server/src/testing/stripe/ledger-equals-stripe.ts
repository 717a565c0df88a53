import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Payment } from '@postroom/contract/payment'
import { brokenInvariants } from '../../features/ledger/invariants.store.ts'
import { takeLostEvents } from '../../features/payments/follow-payments.ts'
import { quietLog } from '../quiet-log.ts'
import { live, type LivedPayment } from './live-payment.ts'
import type { Customer, PaymentScene } from './payment-scene.ts'
import { paymentSequences } from './payment-sequence.ts'
import type { Fault } from './stripe-stub.ts'

const AT_ONCE = 12
/** Below the number of payments that one organisation may start. */
const PAYMENTS_OF_A_CUSTOMER = 15

/**
 * Lets many payments live at once, then delivers what is late in a strange order and finds what was lost: the ledger then
 * equals Stripe's records, for each payment, each customer and in sum.
 */
export async function ledgerEqualsStripe(scene: PaymentScene, count: number, seed: number): Promise<void> {
  const customers = await Promise.all(
    Array.from({ length: Math.ceil(count / PAYMENTS_OF_A_CUSTOMER) }, () => scene.customer()),
  )
  scene.stub.fault = slowReads(seed)
  const lived = await inLanes(paymentSequences(count, seed), (sequence, n) =>
    live(scene, customers[n % customers.length]!, sequence),
  )
  const late = lived.flatMap((one) => one.late).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const answers = await inLanes(late, (event) => scene.deliver(event))
  expect(answers.filter(({ statusCode }) => statusCode !== 200).map(({ body }) => body)).toEqual([])
  scene.stub.fault = () => undefined
  await scene.lookAtOpen()
  await takeLostEvents({ ...scene.context, stripe: scene.stripe, log: quietLog })

  await expectEqualPayments(scene, lived)
  await expectEqualCustomers(scene, customers, lived)
  expect(await namesOf(scene, 'id', 'payment_event')).toEqual(
    lived.flatMap(({ own }) => own.map(({ id }) => id)).toSorted(),
  )
  expect(await namesOf(scene, 'object', 'payment_difference')).toEqual(
    lived.flatMap(({ differs }) => differs).toSorted(),
  )
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  // each would have held up purchases and events for a second
  expect(await deadlocksIn(scene)).toBe(0)
}

async function deadlocksIn({ context: { db } }: PaymentScene): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]!.deadlocks
}

/** Stripe's side is `owed` for each payment; ours is what has moved from and to its account. */
async function expectEqualPayments({ context: { db } }: PaymentScene, lived: readonly LivedPayment[]): Promise<void> {
  const { rows } = await sql<{ id: string; owed: number }>`
    select payment.id, coalesce(sum(case when debit = 'provider:stripe' then transfer.amount
      when credit = 'provider:stripe' then -transfer.amount end), 0)::bigint as owed
    from payment left join transfer on payment_id = payment.id group by payment.id`.execute(db)
  const ours = new Map(rows.map(({ id, owed }) => [id, owed]))
  expect(ours).toEqual(new Map(lived.map(({ paymentId, owed }) => [paymentId, owed])))
  const sum = await db.selectFrom('account').select('balance').where('id', '=', 'provider:stripe').executeTakeFirst()
  expect(sum?.balance).toBe(0 - lived.reduce((total, { owed }) => total + owed, 0))
}

/** A customer has what they paid in, less what was taken back from them and what they spent. */
async function expectEqualCustomers(
  { context: { db } }: PaymentScene,
  customers: readonly Customer[],
  lived: readonly LivedPayment[],
): Promise<void> {
  const { rows } = await sql<{ chain: string; spent: number }>`
    select chain, sum(case kind when 'hold' then amount when 'release' then -amount end)::bigint as spent
    from transfer where purchase_id is not null group by chain`.execute(db)
  const spent = new Map(rows.map((row) => [row.chain, row.spent]))
  const byId = new Map(lived.map((one) => [one.paymentId, one]))
  for (const customer of customers) {
    const { manager, account } = customer
    const answer = await manager.get(`/stamp/v1/carrieraccount/${account}/payment?length=100`)
    const { data } = answer.json<{ data: Payment[] }>()
    const expected = data.map(({ id, state, amount, taken_back }) => {
      const { session } = byId.get(id)!
      const isOurs = session.amount_total === amount
      const isPaid = isOurs && session.payment_status === 'paid'
      expect(state === 'paid', id).toBe(isPaid)
      expect(state === 'differs', id).toBe(!isOurs)
      return isPaid ? amount - taken_back : 0
    })
    const paidIn = expected.reduce((total, one) => total + one, 0)
    expect(await customer.balance()).toBe(paidIn - (spent.get(`ledger:${account}`) ?? 0))
  }
}

async function namesOf(
  { context: { db } }: PaymentScene,
  column: string,
  table: 'payment_event' | 'payment_difference',
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select ${sql.ref(column)} as name from ${sql.table(table)}`.execute(db)
  return rows.map(({ name }) => name).toSorted()
}

/** A third of the answers arrives late, so that looks at one payment overtake each other. */
function slowReads(seed: number): (call: string) => Fault | undefined {
  let n = seed
  return () => (++n % 3 === 0 ? { kind: 'slow', ms: 20 + (n % 250) } : undefined)
}

/** Runs `work` for each item, some at once. @returns the outcomes in the order of the items */
async function inLanes<Item, Outcome>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const queue = items.entries()
  const lane = async () => {
    for (const [index, item] of queue) outcomes[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return outcomes
}
