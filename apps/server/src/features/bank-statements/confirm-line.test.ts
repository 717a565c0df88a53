import type { BankLine } from '@postroom/contract/bank-statement'
import type { ErrorBody } from '@postroom/contract/errors'
import type { TopUp } from '@postroom/contract/top-up'
import type { LightMyRequestResponse } from 'fastify'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { aCustomer, anOperator, approve, reject, topUp, type Caller } from '../../testing/operators.ts'
import { confirm, importEntries, lineOf, linesOf } from './testing/statements.ts'

const LARGE = 5_000_00

let scene: PurchaseScene
let [first, second, third]: Caller[] = []
beforeAll(async () => {
  scene = await purchaseScene(0)
  ;[first, second, third] = await Promise.all([1, 2, 3].map(() => anOperator(scene)))
})
afterAll(async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})

const codeOf = (answer: LightMyRequestResponse) => answer.json<ErrorBody>().code
const today = new Date().toISOString().slice(0, 10)
const aReference = () => `INV-${randomBytes(5).toString('hex')}`

/** A customer, and a line with a text of its own; by default of the large amount. */
async function aTransfer({ amount = LARGE, text = aReference() } = {}) {
  const customer = await aCustomer(scene)
  await importEntries(first!, [{ amount: (amount / 100).toFixed(2), text, day: today }])
  return { customer, account: customer.account, text, line: await lineOf(first!, text) }
}

/** Such a transfer, which the first operator requested as a top-up. */
async function aRequested(amount = LARGE) {
  const transfer = await aTransfer()
  const { account, text } = transfer
  const request = (await topUp(first!, account, { amount, reference: text })).json<{ id: string }>().id
  return { ...transfer, request }
}

it('a line that names a waiting request credits it once a second operator confirms', async () => {
  const { customer, account, text, line, request } = await aRequested()
  expect(await lineOf(second!, text)).toMatchObject({
    verdict: 'exact',
    proposals: [{ id: request, account_id: account, amount: LARGE, is_credited: false, requested_by: first!.user }],
  })
  expect(await customer.balance()).toBe(0)
  expect(codeOf(await confirm(first!, line.id, request))).toBe('second_person_needed')

  const confirmed = await confirm(second!, line.id, request)
  const { top_up, verdict } = confirmed.json<BankLine>()
  expect([verdict, top_up?.organisation]).toEqual(['confirmed', 'Llewellyn Bindery Ltd'])
  expect(await customer.balance()).toBe(LARGE)
  expect((await confirm(second!, line.id, request)).json()).toEqual(confirmed.json())
  expect(codeOf(await approve(third!, request))).toBe('topup_decided')
  expect(await customer.balance()).toBe(LARGE)
  expect((await linesOf(first!, 'open')).map(({ id }) => id)).not.toContain(line.id)
  expect((await linesOf(first!, 'confirmed')).map(({ id }) => id)).toContain(line.id)
  expect((await linesOf(first!, 'set_aside')).map(({ id }) => id)).not.toContain(line.id)
  const audited = await scene.context.db
    .selectFrom('audit_event')
    .select(['event', 'user_id', 'subject'])
    .where('organisation_id', '=', customer.organisation)
    .orderBy('seq')
    .execute()
  expect(audited.slice(1)).toEqual(
    ['topup_approved', 'topup_recorded', 'bank_line_confirmed'].map((event) => ({
      event,
      user_id: second!.user,
      subject: account,
    })),
  )
})

it('of many requests a line proposes ten', async () => {
  const { account, text } = await aTransfer()
  for (let n = 0; n < 11; n++) {
    const answer = await topUp(first!, account, { amount: LARGE, reference: text })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
  }
  expect((await lineOf(second!, text)).proposals).toHaveLength(10)
})

it('a line of a top-up that was booked before only names it, and moves no money', async () => {
  const { customer, account, text, line } = await aTransfer({ amount: 20_00 })
  expect(line.verdict).toBe('none')
  const { id } = (await topUp(first!, account, { amount: 20_00, reference: text })).json<TopUp>()
  expect(await lineOf(first!, text)).toMatchObject({ verdict: 'already_credited', proposals: [{ id }] })
  expect((await confirm(first!, line.id, id)).json()).toMatchObject({ verdict: 'confirmed', top_up: { id } })
  expect(await customer.balance()).toBe(20_00)

  await importEntries(first!, [{ amount: '20.00', text: `${text} again`, day: today }])
  const again = await lineOf(first!, `${text} again`)
  expect([again.verdict, again.proposals]).toEqual(['already_credited', []])
  expect(codeOf(await confirm(first!, again.id, id))).toBe('bank_line_differs')
})

it.each([
  ['2026-04-16', 'bank_line_differs'],
  ['2026-04-17', undefined],
  ['2026-08-14', undefined],
  ['2026-08-15', 'bank_line_differs'],
])('a line of %s may be of a top-up that was credited on 15 June: %s', async (day, code) => {
  const { account } = await aCustomer(scene)
  const text = aReference()
  const { id } = (await topUp(first!, account, { amount: 20_00, reference: text })).json<TopUp>()
  await asOwner(
    scene.database.url,
    `alter table topup disable trigger user; update topup set at = '2026-06-15T12:00Z' where id = '${id}';
     alter table topup enable trigger user`,
  )
  await importEntries(first!, [{ amount: '20.00', text, day }])
  expect(codeOf(await confirm(first!, (await lineOf(first!, text)).id, id))).toBe(code)
})

it('ten proposals of a line are shown', async () => {
  const { account, text } = await aRequested()
  for (let more = 0; more < 11; more++) await topUp(first!, account, { amount: LARGE, reference: text })
  const line = await lineOf(first!, text)
  expect([line.verdict, line.proposals.length]).toEqual(['several', 10])
})

it('a request that was approved by hand is confirmed under the same id', async () => {
  const { customer, line, request } = await aRequested()
  expect((await approve(second!, request)).statusCode).toBe(200)
  expect((await confirm(first!, line.id, request)).statusCode).toBe(200)
  expect(await customer.balance()).toBe(LARGE)
})

describe('refuses to confirm', () => {
  test.each<[string, number, (text: string) => string]>([
    ['another amount', LARGE + 1, (text) => text],
    ['another reference', LARGE, (text) => `${text}0`],
  ])('%s', async (_what, amount, referenceOf) => {
    const { customer, account, text, line } = await aTransfer()
    const asked = await topUp(first!, account, { amount, reference: referenceOf(text) })
    expect(codeOf(await confirm(second!, line.id, asked.json<{ id: string }>().id))).toBe('bank_line_differs')
    expect(await customer.balance()).toBe(0)
  })

  it('a request that was rejected or has expired', async () => {
    const rejected = await aRequested()
    await reject(second!, rejected.request)
    const expired = await aRequested()
    await asOwner(
      scene.database.url,
      `alter table topup_request disable trigger topup_request_append_only;
       update topup_request set expires_at = clock_timestamp() where id = '${expired.request}';
       alter table topup_request enable trigger topup_request_append_only`,
    )
    for (const { line, request, text } of [rejected, expired]) {
      expect((await lineOf(first!, text)).verdict).toBe('none')
      expect(codeOf(await confirm(third!, line.id, request))).toBe('bank_line_differs')
    }
  })

  it('an unknown line, and a line for another request once it is confirmed', async () => {
    const { account, text, line, request } = await aRequested()
    expect(codeOf(await confirm(second!, request, request))).toBe('not_found')
    const other = (await topUp(first!, account, { amount: LARGE, reference: text })).json<{ id: string }>().id
    expect(await lineOf(first!, text)).toMatchObject({ verdict: 'several' })
    expect((await confirm(second!, line.id, request)).statusCode).toBe(200)
    expect(codeOf(await confirm(second!, line.id, other))).toBe('bank_line_confirmed')
    expect((await lineOf(first!, text)).verdict).toBe('confirmed')
  })
})

describe('confirmed at the same time', () => {
  it('two requests by one line: one is credited', async () => {
    const { customer, account, text, line, request } = await aRequested()
    const other = (await topUp(first!, account, { amount: LARGE, reference: text })).json<{ id: string }>().id
    const answers = await Promise.all(
      [request, other].flatMap((id) => [second!, third!].map((by) => confirm(by, line.id, id))),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await customer.balance()).toBe(LARGE)
  })

  it('one request by two lines: it is credited once, and one line paid it', async () => {
    const { customer, text, line, request } = await aRequested()
    await importEntries(first!, [{ amount: '5000.00', text: `${text} two`, day: today }])
    const { id: another } = await lineOf(first!, `${text} two`)
    const answers = await Promise.all(
      [line.id, another].flatMap((id) => [second!, third!].map((by) => confirm(by, id, request))),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await customer.balance()).toBe(LARGE)
  })
})

const match = (line: string, paid: string, amount: number) =>
  `insert into bank_line_outcome (line_id, topup_id, amount, decided_by)
   values ('${line}', '${paid}', ${amount}, '${first!.user}')`

describe('the database refuses', () => {
  let row: string
  let topup: string
  beforeAll(async () => {
    const { account, text, line } = await aTransfer({ amount: 20_00 })
    topup = (await topUp(first!, account, { amount: 20_00, reference: text })).json<TopUp>().id
    await confirm(first!, line.id, topup)
    const { line: other } = await aTransfer({ amount: 30_00 })
    row = other.id
  })

  test.each([
    ['a second line of a top-up', () => match(row, topup, 30_00), 'one_line_per_topup'],
    [
      'a top-up of another amount',
      () => `alter table bank_line_outcome drop constraint one_line_per_topup; ${match(row, topup, 30_00)}`,
      'topup_of_amount',
    ],
    ['an amount that is not that of the line', () => match(row, topup, 20_00).replace(topup, row), 'line_of_amount'],
    ['a change of a line', () => 'update bank_line set amount = 1', 'bank_line is append only'],
    ['to forget a match', () => 'delete from bank_line_outcome', 'bank_line_outcome is append only'],
    [
      'an organisation that reads a statement',
      () => 'set role postroom_app; select * from bank_line',
      'permission denied for table bank_line',
    ],
  ])('%s', async (_what, statement, message) => {
    await expect(asOwner(scene.database.url, `begin; ${statement()}`)).rejects.toThrow(message)
  })
})
