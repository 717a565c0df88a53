import type { ErrorBody } from '@postroom/contract/errors'
import { sql } from 'kysely'
import type { LightMyRequestResponse } from 'fastify'
import { permissionsOf } from '@postroom/domain/people/roles'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { spendingQuery } from './spending.store.ts'

const CREDIT = 1_000_00

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(CREDIT, { carrier_ms: 10_000, lease_ms: 20_000, wait_ms: 20_000 })
})
afterAll(() => scene.close())

interface Limits {
  purchases_per_minute: number | null
  pence_per_day: number | null
}
const NONE: Limits = { purchases_per_minute: null, pence_per_day: null }

/** A buyer who manages their organisation, with an account limited as given. */
async function limitedTo(limits: Partial<Limits>): Promise<Buyer> {
  const buyer = await aBuyer(scene, CREDIT)
  const { db } = scene.context
  const own = db.updateTable('app_user').set({ permissions: permissionsOf(['manager'], 'full') })
  await own.where('organisation_id', '=', buyer.organisation).execute()
  const set = await buyer.put(`/stamp/v1/carrieraccount/${buyer.account}`, { limits: { ...NONE, ...limits } })
  expect(set.json()).toMatchObject({ limits: { ...NONE, ...limits } })
  return buyer
}

const refusalOf = (answer: LightMyRequestResponse) => {
  const { code, details } = answer.json<ErrorBody>()
  return { status: answer.statusCode, code, details }
}
/** Repeats the call until the purchase is decided; the carrier's outcome does not matter here. */
async function final(buyer: Buyer, key: string): Promise<LightMyRequestResponse> {
  const answer = await buyer.buy(key)
  return answer.statusCode === 503 ? final(buyer, key) : answer
}
const REFUSED = { status: 429, code: 'spending_limit' }

test.each([
  ['twenty a minute', { purchases_per_minute: 20 }],
  ['money of twenty a day', { pence_per_day: 20 * PRICE }],
])(
  'a hundred at once with %s: exactly twenty are bought',
  async (_what, limits) => {
    const buyer = await limitedTo(limits)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => final(buyer, `one-of-a-hundred-${index}`)),
    )
    const bought = answers.filter(({ statusCode }) => statusCode < 300)
    const refused = answers.filter(({ statusCode }) => statusCode >= 300)
    expect([bought.length, refused.length]).toEqual([20, 80])
    for (const answer of refused) expect(refusalOf(answer)).toEqual({ ...REFUSED, details: limits })
    expect(await buyer.balance()).toBe(CREDIT - 20 * PRICE)
    expect(await brokenInvariants(scene.context.db)).toEqual([])
  },
  120_000,
)

it('a refused purchase leaves no rows: its key buys once the minute, or the day, is over', async () => {
  for (const [limits, later] of [
    [{ purchases_per_minute: 1 }, '61 seconds'],
    [{ pence_per_day: PRICE }, '1 day'],
  ] as const) {
    const buyer = await limitedTo(limits)
    expect((await buyer.buy('the-first-label')).statusCode).toBe(200)
    const refused = await buyer.buy('the-second-label')
    expect(refusalOf(refused)).toEqual({ ...REFUSED, details: limits })
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual('pence_per_day' in limits ? 25 * 3600 : 60)
    expect(await buyer.balance()).toBe(CREDIT - PRICE)
    expect((await buyer.get('/stamp/v1/shipment/process/the-second-label')).statusCode).toBe(404)
    expect((await buyer.buy('the-first-label')).statusCode).toBe(200)
    await asOwner(
      scene.database.url,
      `update purchase set created_at = created_at - interval '${later}' where organisation_id = '${buyer.organisation}'`,
    )
    expect((await buyer.buy('the-second-label')).statusCode).toBe(200)
  }
})

it('refuses the price that would exceed the limit, and still buys a smaller one', async () => {
  const buyer = await limitedTo({ pence_per_day: 2 * PRICE - 1 })
  expect((await buyer.buy('large-letter-1')).statusCode).toBe(200)
  expect(refusalOf(await buyer.buy('large-letter-2'))).toMatchObject(REFUSED)
  const letter = buyer.draft({ parcels: [{ packaging: 'letter', weight: { value: 80 } }] })
  expect((await buyer.buy('one-small-letter', letter)).statusCode).toBe(200)
})

it('counts voided purchases, but neither test prints nor purchases that the carrier rejected', async () => {
  const buyer = await limitedTo({ pence_per_day: PRICE })
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'refused', delay_ms: 0, remaining: 1 })
  expect(refusalOf(await buyer.buy('refused-by-the-carrier'))).toMatchObject({ status: 422, code: 'carrier_rejected' })
  expect((await buyer.buy('only-a-test', buyer.draft(), { test: true })).statusCode).toBe(200)
  const { id } = (await buyer.buy('bought-and-voided')).json<{ id: string }>()
  const voided = await buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong address' })
  expect(voided.json()).toMatchObject({ status: 'voided' })
  expect((await buyer.buy('still-a-test', buyer.draft(), { test: true })).statusCode).toBe(200)
  expect(refusalOf(await buyer.buy('one-too-many'))).toMatchObject(REFUSED)
})

test.each([
  ['no number', { purchases_per_minute: 'many', pence_per_day: null }],
  ['nothing', { purchases_per_minute: 0, pence_per_day: null }],
  ['a negative limit', { purchases_per_minute: null, pence_per_day: -1 }],
  ['half a penny', { purchases_per_minute: null, pence_per_day: 0.5 }],
  ['one limit without the other', { purchases_per_minute: 5 }],
])('%s is no valid limit', async (_what, limits) => {
  const buyer = await limitedTo({})
  const refused = await buyer.put(`/stamp/v1/carrieraccount/${buyer.account}`, { limits })
  expect(refusalOf(refused)).toMatchObject({ status: 400, code: 'invalid_request' })
})

// last, because it inserts rows without the ledger
it("reads only today's purchases of the account", async () => {
  const buyer = await limitedTo({ pence_per_day: CREDIT })
  await buyer.buy('like-this-one')
  await asOwner(
    scene.database.url,
    `set session_replication_role = replica;
     insert into purchase (id, organisation_id, idem_key, req_hash, carrier_account_id, carrier_code, created_by, draft, quote, amount,
         state, lease_until, carrier_no, created_at)
       select gen_random_uuid(), organisation_id, 'filled-' || n, req_hash, carrier_account_id, carrier_code, created_by, draft, quote,
         amount, state, lease_until, 'FILLED' || n, now() - n * interval '1 hour'
       from purchase, generate_series(1, 3000) n where organisation_id = '${buyer.organisation}';
     analyze purchase`,
  )
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${spendingQuery(buyer.account)}`.execute(
    scene.context.db,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Cond: .*created_at >=/)
})
