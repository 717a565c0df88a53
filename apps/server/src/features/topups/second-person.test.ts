import type { ErrorBody } from '@postroom/contract/errors'
import type { TopUpRequest } from '@postroom/contract/top-up'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner, untilWaiting } from '../../testing/test-database.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import {
  aCaller,
  aCustomer,
  anOperator,
  approve,
  aRequest,
  reject,
  topUp,
  type Caller,
} from '../../testing/operators.ts'

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

const codeOf = (answer: { json: () => unknown }) => (answer.json() as ErrorBody).code
const topUps = async (account: string) =>
  scene.context.db.selectFrom('topup').selectAll().where('carrier_account_id', '=', account).execute()
const asDatabaseOwner = (statement: string) => asOwner(scene.database.url, statement)

it('books a large amount only after a second operator approves it', async () => {
  const customer = await aCustomer(scene)
  const { account, organisation } = customer
  const asked = await topUp(first!, account, { amount: LARGE, reference: 'BACS 900' })
  expect(asked.statusCode).toBe(202)
  const request = asked.json<TopUpRequest>()
  expect(request).toMatchObject({ state: 'pending', amount: LARGE, account_id: account, requested_by: first!.user })
  expect(request.organisation).toBe('Llewellyn Bindery Ltd')
  expect(await customer.balance()).toBe(0)
  const waiting = await second!.get('/stamp/v1/topup?state=pending&length=100&orderAsc=false')
  expect(waiting.json<{ data: TopUpRequest[] }>().data).toContainEqual(request)

  const approved = await approve(second!, request.id)
  expect(approved.json()).toMatchObject({ id: request.id, state: 'approved', decided_by: second!.user })
  expect((await approve(second!, request.id)).json()).toEqual(approved.json())
  expect(codeOf(await approve(third!, request.id))).toBe('topup_decided')
  expect(codeOf(await reject(second!, request.id))).toBe('topup_decided')
  expect(await customer.balance()).toBe(LARGE)
  expect(await topUps(account)).toMatchObject([{ amount: LARGE, recorded_by: first!.user, request_id: request.id }])
  const audited = await scene.context.db
    .selectFrom('audit_event')
    .select(['event', 'user_id', 'subject', 'details'])
    .where('organisation_id', '=', organisation)
    .orderBy('seq')
    .execute()
  const { transfer_id } = (await topUps(account))[0]!
  const of = { subject: account }
  const money = { amount: LARGE, provider: 'manual' }
  expect(audited).toEqual([
    { ...of, event: 'topup_requested', user_id: first!.user, details: money },
    { ...of, event: 'topup_approved', user_id: second!.user, details: { amount: LARGE, request: request.id } },
    { ...of, event: 'topup_recorded', user_id: second!.user, details: { ...money, transfer_id } },
  ])
})

it('requests are listed by their time, in pages, and expire after 7 days', async () => {
  const { account } = await aCustomer(scene)
  const asked = [await aRequest(first!, account, 6_000_00), await aRequest(first!, account, 7_000_00)]
  const list = async (query: string) =>
    (await second!.get(`/stamp/v1/topup?${query}`)).json<{ data: TopUpRequest[]; total: number }>()
  const newest = await list('orderAsc=false&length=2')
  expect(newest.data.map(({ id }) => id)).toEqual(asked.toReversed().map(({ id }) => id))
  expect(newest.total).toBeGreaterThanOrEqual(2)
  const { data } = await list('orderAsc=true&length=100')
  expect(data.slice(-2).map(({ id }) => id)).toEqual(asked.map(({ id }) => id))
  expect((await list('orderAsc=false&start=1&length=1')).data.map(({ id }) => id)).toEqual([asked[0]!.id])
  for (const { requested_at, expires_at } of asked)
    expect((Date.parse(expires_at) - Date.parse(requested_at)) / 3_600_000).toBeCloseTo(7 * 24, 3)
  await reject(second!, asked[0]!.id)
  const rejected = await list('state=rejected&orderAsc=false&length=1')
  expect(rejected.data[0]).toMatchObject({ id: asked[0]!.id, reason: 'No such transfer' })
  const { details } = await scene.context.db
    .selectFrom('audit_event')
    .select('details')
    .where('subject', '=', account)
    .where('event', '=', 'topup_rejected')
    .executeTakeFirstOrThrow()
  expect(details).toEqual({ amount: 6_000_00, request: asked[0]!.id })
})

it('books nothing that was rejected, even if it is approved later', async () => {
  const customer = await aCustomer(scene)
  const { account } = customer
  const { id } = await aRequest(first!, account)
  const rejected = await reject(second!, id)
  expect(rejected.json()).toMatchObject({ state: 'rejected', reason: 'No such transfer', decided_by: second!.user })
  expect((await reject(second!, id)).json()).toEqual(rejected.json())
  expect(codeOf(await approve(second!, id))).toBe('topup_decided')
  expect(codeOf(await approve(third!, id))).toBe('topup_decided')
  expect(await customer.balance()).toBe(0)
})

describe('the requester is never the second person', () => {
  test.each([
    ['in the same session', async () => first!],
    ['in another session', () => aCaller(scene, first!.organisation, { user: first!.user })],
    [
      'under another name',
      async () => {
        expect((await first!.put('/identity/v1/user/self', { fullname: 'Somebody Else' })).statusCode).toBe(200)
        return first!
      },
    ],
  ])('%s', async (_how, requester) => {
    const customer = await aCustomer(scene)
    const { account } = customer
    const { id } = await aRequest(first!, account)
    const again = await requester()
    for (const decide of [approve, reject]) expect(codeOf(await decide(again, id))).toBe('second_person_needed')
    expect(await customer.balance()).toBe(0)
    expect((await approve(second!, id)).statusCode).toBe(200)
  })
})

it('counts what was booked alone: several small concurrent amounts do not get past the limit', async () => {
  const customer = await aCustomer(scene)
  const { account, manager } = customer
  const opened = await manager.post('/stamp/v1/carrieraccount', { name: 'Returns' })
  const accounts = [account, opened.json<{ id: string }>().id]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      topUp([first!, second!][n % 2]!, accounts[n % 2]!, { amount: 300_00, reference: `BACS ${n}` }),
    ),
  )
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, 200, 200, 202, 202, 202, 202, 202, 202, 202])
  const others = await manager.get(`/stamp/v1/carrieraccount/${accounts[1]}/balance`)
  expect((await customer.balance()) + others.json<{ balance: number }>().balance).toBe(900_00)
  // a day later, and beside what a second operator approved, the full limit applies again
  await asDatabaseOwner(`alter table topup disable trigger topup_append_only;
    update topup set at = at - interval '24 hours' where carrier_account_id in ('${accounts.join("','")}');
    alter table topup enable trigger topup_append_only`)
  const request = answers.find(({ statusCode }) => statusCode === 202)!.json<TopUpRequest>()
  expect((await approve(third!, request.id)).statusCode).toBe(200)
  expect((await topUp(first!, account, { amount: 1_000_00, reference: 'BACS 99' })).statusCode).toBe(200)
})

it('a request expires', async () => {
  const customer = await aCustomer(scene)
  const { account } = customer
  const { id } = await aRequest(first!, account)
  await asDatabaseOwner(`alter table topup_request disable trigger topup_request_append_only;
    update topup_request set expires_at = clock_timestamp() where id = '${id}';
    alter table topup_request enable trigger topup_request_append_only`)
  for (const decide of [approve, reject]) {
    const late = await decide(second!, id)
    expect({ status: late.statusCode, code: codeOf(late) }).toEqual({ status: 410, code: 'topup_expired' })
  }
  const listed = await second!.get('/stamp/v1/topup?state=expired')
  expect(listed.json<{ data: TopUpRequest[] }>().data.map((row) => row.id)).toContain(id)
  expect(await customer.balance()).toBe(0)
})

it('returns the same request for the same key, and the money once it is booked', async () => {
  const customer = await aCustomer(scene)
  const { account } = customer
  const again = () => topUp(first!, account, { amount: LARGE, reference: 'BACS 900' }, 'large-transfer')
  const answers = await Promise.all(Array.from({ length: 10 }, again))
  const ids = new Set(answers.map((answer) => answer.json<TopUpRequest>().id))
  expect([ids.size, ...new Set(answers.map(({ statusCode }) => statusCode))]).toEqual([1, 202])
  expect(codeOf(await topUp(first!, account, { amount: LARGE, reference: 'other' }, 'large-transfer'))).toBe(
    'idempotency_key_reused',
  )
  await approve(second!, [...ids][0]!)
  const replay = await again()
  expect([replay.statusCode, replay.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect(await customer.balance()).toBe(LARGE)
})

describe('concurrent decisions', () => {
  it('twelve approvals of three operators book once', async () => {
    const customer = await aCustomer(scene)
    const { account } = customer
    const { id } = await aRequest(first!, account)
    const everybody = Array.from({ length: 12 }, (_, n) => approve([first!, second!, third!][n % 3]!, id))
    const answers = await Promise.all(everybody)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4)
    expect(await customer.balance()).toBe(LARGE)
    expect(await topUps(account)).toHaveLength(1)
  })

  it('of an approval and a rejection one succeeds, and the balance agrees with it', async () => {
    for (let round = 0; round < 5; round++) {
      const customer = await aCustomer(scene)
      const { account } = customer
      const { id } = await aRequest(first!, account)
      const [approval, rejection] = await Promise.all([approve(second!, id), reject(third!, id)])
      const isApproved = approval.statusCode === 200
      expect(rejection.statusCode === 200).toBe(!isApproved)
      expect(await customer.balance()).toBe(isApproved ? LARGE : 0)
    }
  })

  test.each([
    ['disabled', 'disabled_at = now()'],
    ['without the right', `permissions = '{}'`],
  ])('a request is not approved when its requester is %s meanwhile', async (_is, what) => {
    const customer = await aCustomer(scene)
    const { account } = customer
    const requester = await anOperator(scene)
    const { id } = await aRequest(requester, account)
    const change = new pg.Client({ connectionString: scene.database.url })
    await change.connect()
    await change.query(`begin; update app_user set ${what} where id = '${requester.user}'`)
    const approval = approve(second!, id)
    await untilWaiting(scene.database.url, 1)
    await change.query('commit')
    await change.end()
    expect(codeOf(await approval)).toBe('topup_requester_gone')
    expect(await customer.balance()).toBe(0)
    expect((await reject(second!, id)).statusCode).toBe(200)
  })
})

test.each([
  ['approves', async (by: Caller, account: string) => approve(by, (await aRequest(first!, account)).id)],
  ['books', (by: Caller, account: string) => topUp(by, account, { amount: 1, reference: 'BACS 1' })],
])('an operator who is disabled while their call waits %s nothing', async (_what, call) => {
  const customer = await aCustomer(scene)
  const operator = await anOperator(scene)
  const change = new pg.Client({ connectionString: scene.database.url })
  await change.connect()
  await change.query(`begin; update app_user set disabled_at = now() where id = '${operator.user}'`)
  const waiting = call(operator, customer.account)
  await untilWaiting(scene.database.url, 1)
  await change.query('commit')
  await change.end()
  expect(codeOf(await waiting)).toBe('session_expired')
  expect(await customer.balance()).toBe(0)
})

describe('the database refuses', () => {
  let request: TopUpRequest
  beforeAll(async () => {
    request = await aRequest(first!, (await aCustomer(scene)).account)
  })
  const decide = (
    by: Caller,
  ) => `insert into topup_decision (request_id, organisation_id, requested_by, decided_by, is_approved)
    values ('${request.id}', '${request.organisation_id}', '${request.requested_by}', '${by.user}', true)`

  test.each([
    ['the requester as the second person', () => decide(first!), 'second_person'],
    [
      'a requester who did not ask',
      () => decide(first!).replace(request.requested_by, second!.user),
      'topup_decision_request_id_requested_by_fkey',
    ],
    ['a change of a request', () => `update topup_request set amount = 1`, 'topup_request is append only'],
    ['to forget a request', () => `delete from topup_request`, 'topup_request is append only'],
    ['a change of a decision', () => `update topup_decision set is_approved = true`, 'topup_decision is append only'],
    [
      'to book what nobody approved',
      () => `insert into topup (organisation_id, carrier_account_id, idem_key, provider, amount, reference, transfer_id, request_id)
        select organisation_id, carrier_account_id, idem_key, provider, amount, reference, (select min(id) from transfer), id
        from topup_request where id = '${request.id}'`,
      'is not approved',
    ],
    [
      'an organisation that books for itself',
      () => `set role postroom_app; insert into topup (reference) values ('mine')`,
      'permission denied for table topup',
    ],
  ])('%s', async (_what, statement, message) => {
    await expect(asDatabaseOwner(statement())).rejects.toThrow(message)
  })
})
