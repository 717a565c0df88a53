import type { BankLine } from '@postroom/contract/bank-statement'
import type { ErrorBody } from '@postroom/contract/errors'
import type { Reconciliation } from '@postroom/contract/reconciliation'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { toPence } from '@postroom/domain/money'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { aCustomer, anOperator, topUp, type Caller } from '../../testing/operators.ts'
import { paymentScene, type PaymentScene } from '../../testing/stripe/payment-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { keepDay } from '../payments/provider-day.store.ts'
import { confirm, importEntries, lineOf, linesOf } from './testing/statements.ts'

let scene: PaymentScene
let [operator, another]: Caller[] = []
beforeAll(async () => {
  scene = await paymentScene()
  ;[operator, another] = await Promise.all([anOperator(scene), anOperator(scene)])
})
afterAll(() => scene.close())

const today = ukDateOf(new Date())
const codeOf = (answer: LightMyRequestResponse) => answer.json<ErrorBody>().code
const statusesOf = (answers: LightMyRequestResponse[]) => answers.map(({ statusCode }) => String(statusCode)).toSorted()
let count = 0

/** A line with a text of its own, by default of £20. */
async function aLine(amount = '20.00', day = today): Promise<BankLine> {
  const text = `transfer ${++count}`
  await importEntries(operator!, [{ amount, text, day }])
  return lineOf(operator!, text)
}

/** A payout that Stripe sent at noon of a day, as the daily reading of Stripe's balance stores it. */
async function aPayout(pence: number, day: string): Promise<string> {
  const id = `txn_${++count}`
  const movement = {
    id,
    type: 'payout',
    payment_id: undefined,
    amount: toPence(-pence),
    fee: toPence(0),
    at: new Date(`${day}T12:00Z`),
  }
  await keepDay(scene.context.db, day, [movement])
  return id
}

const aside = (by: Caller, { id }: BankLine, body: object) => by.put(`/stamp/v1/bankline/${id}/aside`, body)
const reopen = (by: Caller, { id }: BankLine) => by.delete(`/stamp/v1/bankline/${id}/aside`)
const dayOf = async (day: string) => (await operator!.get(`/stamp/v1/reconciliation?day=${day}`)).json<Reconciliation>()

describe('a line that is no top-up', () => {
  it('is set aside with a reason, listed apart, and no difference any more', async () => {
    const line = await aLine()
    const missing = async () => (await dayOf(today)).differences.map(({ id }) => id)
    expect(await missing()).toContain(line.id)
    const before = (await dayOf(today)).bank
    const answer = await aside(operator!, line, { reason: 'Interest of the bank' })
    expect(answer.json()).toMatchObject({ verdict: 'set_aside', set_aside: { reason: 'Interest of the bank' } })
    expect((await linesOf(operator!, 'set_aside')).map(({ id }) => id)).toContain(line.id)
    expect((await linesOf(operator!, 'open')).map(({ id }) => id)).not.toContain(line.id)
    expect(await missing()).not.toContain(line.id)
    expect((await dayOf(today)).bank.set_aside).toBe(before.set_aside + 20_00)
    expect((await aside(another!, line, { reason: 'Interest of the bank' })).json()).toEqual(answer.json())
    expect(codeOf(await aside(another!, line, { reason: 'A gift' }))).toBe('bank_line_set_aside')
  })

  it('is opened again, and pays a top-up then', async () => {
    const line = await aLine('30.00')
    await aside(operator!, line, { reason: 'By mistake' })
    const { account } = await aCustomer(scene)
    const { id } = (await topUp(operator!, account, { amount: 30_00, reference: line.text })).json<{ id: string }>()
    expect(codeOf(await confirm(operator!, line.id, id))).toBe('bank_line_set_aside')
    for (const _ of ['the first call', 'the same again'])
      expect((await reopen(another!, line)).json()).toMatchObject({ verdict: 'already_credited' })
    expect((await confirm(operator!, line.id, id)).statusCode).toBe(200)
    expect(codeOf(await reopen(operator!, line))).toBe('bank_line_confirmed')
    expect(codeOf(await aside(operator!, line, { reason: 'x' }))).toBe('bank_line_confirmed')
  })

  it('of a top-up and of a reason at the same time, one is decided', async () => {
    const line = await aLine('40.00')
    const { account } = await aCustomer(scene)
    const { id } = (await topUp(operator!, account, { amount: 40_00, reference: line.text })).json<{ id: string }>()
    const answers = await Promise.all([confirm(operator!, line.id, id), aside(another!, line, { reason: 'x' })])
    expect(statusesOf(answers)).toEqual(['200', '409'])
  })

  it('is in the audit log with its operator, each time', async () => {
    const line = await aLine()
    await aside(operator!, line, { reason: 'Interest' })
    await reopen(another!, line)
    const events = await scene.context.db
      .selectFrom('audit_event')
      .select(['event', 'user_id', 'organisation_id', 'details'])
      .where('subject', '=', line.id)
      .orderBy('at')
      .execute()
    expect(events).toEqual([
      {
        event: 'bank_line_set_aside',
        user_id: operator!.user,
        organisation_id: operator!.organisation,
        details: { line: line.id, amount: 20_00, reason: 'Interest' },
      },
      {
        event: 'bank_line_reopened',
        user_id: another!.user,
        organisation_id: another!.organisation,
        details: { line: line.id, amount: 20_00 },
      },
    ])
  })
})

describe('a payout of Stripe', () => {
  it('is proposed for the line of its amount, and is a difference until it is seen', async () => {
    const sent = addDays(today, -3)
    const payout = await aPayout(71_00, sent)
    expect((await dayOf(sent)).differences).toContainEqual({
      kind: 'payout_without_line',
      id: payout,
      text: 'payout',
      provider: 71_00,
    })
    const line = await aLine('71.00')
    expect(line).toMatchObject({ verdict: 'payout', payouts: [{ id: payout, day: sent }] })
    const answer = await aside(operator!, line, { reason: 'Payout of Stripe', payout })
    expect(answer.json()).toMatchObject({ verdict: 'set_aside', set_aside: { payout }, payouts: [] })
    expect((await dayOf(sent)).differences).toEqual([])
    expect((await dayOf(today)).bank.payouts).toBe(71_00)
  })

  it('may have been sent ten days before', async () => {
    const payout = await aPayout(75_00, addDays(today, -10))
    expect(await aLine('75.00')).toMatchObject({ verdict: 'payout', payouts: [{ id: payout }] })
  })

  test.each([
    ['of another amount', 72_01, -2],
    ['that was sent eleven days before', 73_00, -11],
    ['that was sent afterwards', 74_00, 1],
  ])('%s is not proposed and not taken', async (_what, pence, days) => {
    const payout = await aPayout(pence, addDays(today, days))
    const line = await aLine(`${Math.floor(pence / 100)}.00`)
    expect([line.verdict, line.payouts]).toEqual(['none', []])
    expect(codeOf(await aside(operator!, line, { reason: 'x', payout }))).toBe('bank_line_differs')
  })

  it('is proposed for the lines of a page that were booked after it only', async () => {
    const payout = await aPayout(76_00, addDays(today, -4))
    const days = [-16, -5, -4, 0, 6, 7].map((after) => addDays(today, after))
    const entries = days.map((day) => ({ amount: '76.00', text: `payout ${day}`, day }))
    await importEntries(operator!, entries)
    const lines = await Promise.all(entries.map(({ text }) => lineOf(operator!, text)))
    expect(lines.map(({ payouts }) => payouts.map(({ id }) => id))).toEqual([[], [], [payout], [payout], [payout], []])
  })

  it('is one of at most ten that are proposed', async () => {
    for (let n = 0; n < 11; n++) await aPayout(77_00, today)
    expect((await aLine('77.00')).payouts).toHaveLength(10)
  })

  it('is one line only, also at the same time', async () => {
    const payout = await aPayout(81_00, today)
    const lines = [await aLine('81.00'), await aLine('81.00')]
    const answers = await Promise.all(lines.map((line) => aside(operator!, line, { reason: 'x', payout })))
    expect(statusesOf(answers)).toEqual(['200', '409'])
  })
})

it('is refused for an unknown line, without a reason, and to customers', async () => {
  const line = await aLine()
  const { manager } = await aCustomer(scene)
  expect(codeOf(await aside(operator!, { ...line, id: operator!.user }, { reason: 'x' }))).toBe('not_found')
  expect(codeOf(await reopen(operator!, { ...line, id: operator!.user }))).toBe('not_found')
  expect(codeOf(await aside(operator!, line, { reason: ' ' }))).toBe('invalid_request')
  expect(codeOf(await aside(manager, line, { reason: 'x' }))).toBe('permission_denied')
})

test.each([
  ['neither a top-up nor a reason', 'null, null, null', 'topup_or_reason'],
  ['a payout of another amount', `null, 'x', 'txn_of_one'`, 'payout_of_amount'],
])('the database refuses %s', async (_what, values, constraint) => {
  const { id } = await aLine()
  const movement = `insert into provider_movement (id, type, amount, fee, at) values ('txn_of_one', 'payout', -1, 0, now())`
  const outcome = `insert into bank_line_outcome (line_id, topup_id, reason, payout_id, amount, decided_by)
    values ('${id}', ${values}, 20_00, '${operator!.user}')`
  await expect(asOwner(scene.database.url, `begin; ${movement}; ${outcome}`)).rejects.toThrow(constraint)
})
