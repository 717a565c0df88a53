import type { ErrorBody } from '@postroom/contract/errors'
import type { TopUp } from '@postroom/contract/top-up'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { aCustomer, anOperator, topUp, type Caller } from '../../testing/operators.ts'

let scene: PurchaseScene
let operator: Caller
beforeAll(async () => {
  scene = await purchaseScene(0)
  operator = await anOperator(scene)
})
afterAll(async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})

const MONEY = { amount: 20_00, reference: 'BACS 4711' }
const codeOf = (answer: { json: () => unknown }) => (answer.json() as ErrorBody).code

it('refuses a manager, whatever the amount and however often', async () => {
  const customer = await aCustomer(scene)
  const { manager, account } = customer
  for (const amount of [1, 20_00, 100_000_00])
    expect(codeOf(await topUp(manager, account, { ...MONEY, amount }))).toBe('permission_denied')
  for (const path of ['approve', 'reject'])
    expect(codeOf(await manager.post(`/stamp/v1/topup/${crypto.randomUUID()}/${path}`, { reason: 'x' }))).toBe(
      'permission_denied',
    )
  expect(await customer.balance()).toBe(0)
})

it('books money once for each key, under concurrent repeats too, and records it once in the audit log', async () => {
  const customer = await aCustomer(scene)
  const { account, organisation, manager } = customer
  const answers = await Promise.all(Array.from({ length: 10 }, () => topUp(operator, account, MONEY, 'transfer-4711')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(new Set(answers.map((answer) => answer.json<TopUp>().id)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(9)
  expect(await customer.balance()).toBe(20_00)
  const audited = await scene.context.db
    .selectFrom('audit_event')
    .select(['event', 'subject', 'details', 'user_id'])
    .where('organisation_id', '=', organisation)
    .execute()
  const { transfer_id } = answers[0]!.json<TopUp>()
  const details = { amount: 20_00, provider: 'manual', transfer_id }
  expect(audited).toEqual([{ event: 'topup_recorded', subject: account, details, user_id: operator.user }])
  const statement = await manager.get(`/stamp/v1/carrieraccount/${account}/statement`)
  expect(statement.json()).toMatchObject({ data: [{ kind: 'topup', amount: 20_00, reference: 'BACS 4711' }] })
})

it('books new money every time without a key', async () => {
  const customer = await aCustomer(scene)
  const { account } = customer
  for (let time = 1; time <= 2; time++) expect((await topUp(operator, account, MONEY)).statusCode).toBe(200)
  expect(await customer.balance()).toBe(40_00)
})

test.each([
  // what,                   body,                                  key,            status, code
  ['other money, same key', { ...MONEY, amount: 20_01 }, 'the-first-key', 422, 'idempotency_key_reused'],
  ['other reference, same key', { ...MONEY, reference: 'BACS 1' }, 'the-first-key', 422, 'idempotency_key_reused'],
  ['a malformed key', MONEY, 'k', 400, 'invalid_request'],
  ['no money', { ...MONEY, amount: 0 }, undefined, 400, 'invalid_request'],
  ['a negative amount', { ...MONEY, amount: -1 }, undefined, 400, 'invalid_request'],
  ['a fraction of a penny', { ...MONEY, amount: 0.5 }, undefined, 400, 'invalid_request'],
  ['more than £100,000', { ...MONEY, amount: 100_000_01 }, undefined, 400, 'invalid_request'],
  ['no reference', { amount: 1 }, undefined, 400, 'invalid_request'],
  ['a reference with a line break', { ...MONEY, reference: 'a\nb' }, undefined, 400, 'invalid_request'],
] as const)('refuses %s and moves nothing', async (_what, body, key, status, code) => {
  const customer = await aCustomer(scene)
  const { account } = customer
  await topUp(operator, account, MONEY, 'the-first-key')
  const refused = await topUp(operator, account, body, key)
  expect({ status: refused.statusCode, code: codeOf(refused) }).toEqual({ status, code })
  expect(await customer.balance()).toBe(MONEY.amount)
})

it('answers not_found for an unknown account', async () => {
  expect((await topUp(operator, crypto.randomUUID(), MONEY)).statusCode).toBe(404)
})

it('gives an operator no other access to other organisations', async () => {
  const { account, manager } = await aCustomer(scene)
  for (const path of [`/stamp/v1/carrieraccount/${account}/balance`, `/identity/v1/user/${manager.user}`])
    expect((await operator.get(path)).statusCode).toBe(404)
  expect(codeOf(await operator.get(`/stamp/v1/carrieraccount/${account}/statement`))).toBe('permission_denied')
})
