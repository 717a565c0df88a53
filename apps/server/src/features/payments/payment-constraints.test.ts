import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { aPayment, paymentScene, type Customer, type PaymentScene } from '../../testing/stripe/payment-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { asTenant } from '../../db/tenant.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { sql } from 'kysely'

let scene: PaymentScene
let customer: Customer
let other: Customer
let names: Record<string, string>
beforeAll(async () => {
  scene = await paymentScene()
  customer = await scene.customer()
  other = await scene.customer()
  const [open, paid] = [await aPayment(scene, customer, 50_00), await aPayment(scene, customer, 50_00)]
  scene.stub.account.pay(paid.session)
  await scene.deliver(scene.stub.account.events.at(-1)!)
  names = { open: open.payment.id, paid: paid.payment.id, account: customer.account, other: other.account }
})
afterAll(() => scene.close())

const filled = (statement: string): string => statement.replaceAll(/\{(\w+)\}/g, (_all, name: string) => names[name]!)
const post = (kind: string, from: string, to: string, amount = 50_00, payment = `'{open}'`) =>
  `select post(null, '${kind}', '${from}', '${to}', ${amount}, ${payment})`

test.each([
  [post('topup', 'provider:stripe', 'cust:{account}'), 'do not add up'],
  [post('payment_pending', 'provider:stripe', 'pending:{account}'), 'do not add up'],
  [`update payment set state = 'paid' where id = '{open}'`, 'do not add up'],
  [`update payment set state = 'failed' where id = '{paid}'`, 'was received'],
  [
    `update payment set state = 'paid' where id = '{open}'; ${post('topup', 'provider:stripe', 'cust:{account}', 49_99)}`,
    'do not add up',
  ],
  [
    `update payment set state = 'paid' where id = '{open}'; ${post('topup', 'provider:stripe', 'cust:{other}')}`,
    'do not add up',
  ],
  [post('topup', 'provider:stripe', 'cust:{account}', 50_00, `'{paid}'`), 'one_topup'],
  [post('topup', 'provider:stripe', 'cust:{account}', 1, 'null'), 'payment_of_provider'],
  [post('topup', 'bank', 'cust:{account}', 1), 'payment_of_provider'],
  [post('topup', 'pending:{other}', 'cust:{account}'), 'balance_not_below_floor'],
  [post('payment_refund', 'cust:{account}', 'provider:stripe', 1, `'{paid}'`), 'do not add up'],
  [post('payment_refund', 'carrier:RM', 'provider:stripe', 1, `'{paid}'`), 'movement_allowed'],
  [post('dispute_won', 'provider:stripe', 'platform:loss', 1, `'{paid}'`), 'do not add up'],
  [`insert into payment_reversal values ('re_1', '{paid}', 'refund', 1, 0)`, 'do not add up'],
  [
    `insert into payment (organisation_id, carrier_account_id, idem_key, amount, created_by, customer_id, payment_method_id)
      select organisation_id, carrier_account_id, n, 500, created_by, 'cus_1', 'pm_1' from payment, unnest(array['a', 'b']) n where id = '{open}'`,
    'one_charge_in_flight',
  ],
  [`update payment set intent_id = 'pi_1' where id = '{open}'`, 'page_or_card'],
  [`update payment_event set type = 'other'`, 'append only'],
  [`delete from payment_event`, 'append only'],
  [
    `insert into payment_difference (kind, object, ours, stripes) values ('amount', 'x', '1', '2'); delete from payment_difference`,
    'append only',
  ],
])('no role may: %s (%s)', async (statement, guard) => {
  await expect(asOwner(scene.database.url, filled(statement))).rejects.toThrow(guard)
})

test.each([
  post('topup', 'provider:stripe', 'cust:{account}'),
  `update payment set state = 'paid'`,
  `update payment set session_id = 'cs_of_another'`,
  `update payment set amount = 1`,
  `update payment set intent_id = 'pi_of_another'`,
  `insert into payment (organisation_id, carrier_account_id, idem_key, amount, created_by, customer_id, payment_method_id)
    select organisation_id, carrier_account_id, 'a', 500, created_by, 'cus_1', 'pm_1' from payment where id = '{open}'`,
  `update saved_card set payment_method_id = 'pm_of_another'`,
  `select * from payment_dispute`,
  `delete from payment`,
  `insert into payment_event values ('evt_1', 'x', null, now())`,
  `insert into payment_reversal values ('re_1', '{paid}', 'refund', 0, 0)`,
  `select * from payment_unexplained`,
])('an organisation may not: %s', async (statement) => {
  const tried = asTenant(customer.organisation, () => sql.raw(filled(statement)).execute(scene.context.db))
  await expect(tried).rejects.toMatchObject({ code: '42501' })
})

const count = (organisation: string, table: string) =>
  asTenant(organisation, async () => (await sql`select from ${sql.table(table)}`.execute(scene.context.db)).rows.length)

it('an organisation sees its own payments only, and neither events nor differences', async () => {
  expect(await count(customer.organisation, 'payment')).toBe(2)
  expect(await count(other.organisation, 'payment')).toBe(0)
  expect(await count(other.organisation, 'payment_reversal')).toBe(0)
})

it('I17 names a payment whose transfers were tampered with', async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await asOwner(
    scene.database.url,
    filled(
      `alter table payment disable trigger all; update payment set state = 'failed' where id = '{paid}'; alter table payment enable trigger all`,
    ),
  )
  expect(await brokenInvariants(scene.context.db)).toEqual([{ broken: 'I17', what: names['paid'] }])
})
