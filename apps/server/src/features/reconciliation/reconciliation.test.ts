import type { Reconciliation } from '@postroom/contract/reconciliation'
import type { ErrorBody } from '@postroom/contract/errors'
import type { TopUp } from '@postroom/contract/top-up'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quietLog } from '../../testing/quiet-log.ts'
import { aPayment, deliverAll, paymentScene, type PaymentScene } from '../../testing/stripe/payment-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { confirm, importEntries, lineOf } from '../bank-statements/testing/statements.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { takeLostEvents } from '../payments/follow-payments.ts'
import { aCustomer, anOperator, topUp, type Caller } from '../../testing/operators.ts'
import { readProviderDays } from '../payments/read-provider-days.ts'

let scene: PaymentScene
let operator: Caller
beforeAll(async () => {
  scene = await paymentScene()
  operator = await anOperator(scene)
})
afterAll(async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})

const today = ukDateOf(new Date())
const of = async (day: string) => (await operator.get(`/stamp/v1/reconciliation?day=${day}`)).json<Reconciliation>()
/** As the running server does on the day after. */
const read = () => {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000)
  return readProviderDays({ ...scene.context, stripe: scene.stripe, now: () => tomorrow })
}
const shortOf = ({ differences }: Reconciliation) =>
  differences.map(({ kind, provider, ledger, bank }) => [kind, provider, ledger, bank])

it('compares what Stripe reports of a day with the ledger, payment by payment', async () => {
  const { account } = scene.stub
  const customer = await scene.customer()
  const delivered = deliverAll(scene)
  const first = await aPayment(scene, customer, 50_00)
  account.pay(first.session)
  account.refund(first.session, 10_00)
  const disputed = await aPayment(scene, customer, 30_00)
  account.payLater(disputed.session)
  account.decide(disputed.session, true)
  account.close(account.dispute(disputed.session, 30_00), true)
  const lost = await aPayment(scene, customer, 40_00)
  account.pay(lost.session)
  await delivered()
  account.onEvent = () => {}
  account.refund(lost.session, 15_00)
  account.payOut(60_00)
  const foreign = account.open({ client_reference_id: null, amount_total: 7_00, currency: 'gbp', success_url: '' })
  account.pay(foreign)

  expect((await of(today)).provider).toEqual({ is_read: false, payments: 0, fees: 0, payouts: 0 })
  expect(shortOf(await of(today))).toEqual([])
  scene.stub.fault = () => ({ kind: 'down' })
  await expect(read()).rejects.toThrow()
  expect((await of(today)).provider.is_read).toBe(false)
  scene.stub.fault = () => undefined
  await read()

  const compared = await of(today)
  const fees = [50_00, 30_00, 40_00, 7_00].reduce((sum, paid) => sum + Math.round(paid * 0.015) + 20, 0)
  expect(compared.provider).toEqual({ is_read: true, payments: 40_00 + 30_00 + 25_00 + 7_00, fees, payouts: 60_00 })
  expect(compared.ledger.payments).toBe(40_00 + 30_00 + 40_00)
  expect(shortOf(compared)).toEqual([
    ['payment', 25_00, 40_00, undefined],
    ['payout_without_line', 60_00, undefined, undefined],
    ['unknown_movement', 7_00, undefined, undefined],
  ])
  expect(compared.total).toBe(3)
  expect(compared.differences[0]).toMatchObject({ id: lost.payment.id, organisation: 'Llewellyn Bindery Ltd' })

  await takeLostEvents({ ...scene.context, stripe: scene.stripe, log: quietLog })
  expect(shortOf(await of(today))).toEqual([
    ['payout_without_line', 60_00, undefined, undefined],
    ['unknown_movement', 7_00, undefined, undefined],
  ])
})

it('asks for a day once, and reads every page of it', async () => {
  scene.stub.calls.length = 0
  await read()
  expect(scene.stub.calls).toEqual([])
  await asOwner(
    scene.database.url,
    `alter table provider_day disable trigger provider_day_append_only; delete from provider_day;
     alter table provider_day enable trigger provider_day_append_only`,
  )
  for (let n = 0; n < 100; n++) scene.stub.account.payOut(1)
  await read()
  expect((await of(today)).provider.payouts).toBe(60_00 + 1_00)
  const { rows } = await sql<{ count: number }>`select count(*) from provider_movement`.execute(scene.context.db)
  expect(rows[0]?.count).toBe(scene.stub.account.movements.length)
})

const money = async (account: string, reference: string, pence: number) =>
  (await topUp(operator, account, { amount: pence, reference })).json<TopUp>().id
const arrived = (text: string, amount: string, on: string) => importEntries(operator, [{ amount, text, day: on }])
const codeOf = async (by: Caller, on: string) =>
  (await by.get(`/stamp/v1/reconciliation?day=${on}`)).json<ErrorBody>().code

describe('the bank and the ledger', () => {
  const day = addDays(today, -3)

  it('lists money that is on one side only, and adds up', async () => {
    const { account } = await aCustomer(scene)
    const [unseen, same, later] = ['unseen 1', 'same day 1', 'later 1']
    await arrived(same, '20.00', today)
    await arrived(later, '30.00', day)
    await arrived('unbooked', '40.00', today)
    await money(account, unseen, 10_00)
    for (const [text, pence] of [
      [same, 20_00],
      [later, 30_00],
    ] as const)
      await confirm(operator, (await lineOf(operator, text)).id, await money(account, text, pence))

    const compared = await of(today)
    expect(compared.bank).toEqual({ credits: 60_00, booked_on_other_days: 0, payouts: 0, set_aside: 0 })
    expect(compared.ledger).toMatchObject({ top_ups: 60_00, seen_on_other_days: 30_00 })
    expect(shortOf(compared).filter(([kind]) => String(kind).includes('top_up'))).toEqual([
      ['line_without_top_up', undefined, undefined, 40_00],
      ['top_up_without_line', undefined, 10_00, undefined],
    ])
    expect((await of(day)).bank).toMatchObject({ credits: 30_00, booked_on_other_days: 30_00 })
    expect(shortOf(await of(day))).toEqual([])
    expect((await of(day)).total).toBe(0)
    for (const { bank, ledger, differences } of [compared, await of(day)]) {
      const alone = (kind: string) =>
        differences.reduce((sum, one) => sum + (one.kind === kind ? (one.bank ?? one.ledger ?? 0) : 0), 0)
      expect(bank.credits - bank.booked_on_other_days - alone('line_without_top_up')).toBe(
        ledger.top_ups - ledger.seen_on_other_days - alone('top_up_without_line'),
      )
    }
  })

  it('shows the first 200 differences and counts all', async () => {
    const entries = Array.from({ length: 201 }, (_, n) => ({ amount: '1.00', text: 'many', day, reference: `m${n}` }))
    await importEntries(operator, entries)
    const { differences, total } = await of(day)
    expect([differences.length, total]).toEqual([200, 201])
  })
})

it('is refused to a manager, and for what is no day', async () => {
  const { manager } = await aCustomer(scene)
  expect(await codeOf(manager, today)).toBe('permission_denied')
  expect(await codeOf(operator, '2026-02-30')).toBe('invalid_request')
})
