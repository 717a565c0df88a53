import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { ukDateOf } from '@postroom/domain/calendar'
import { toPence } from '@postroom/domain/money'
import { sql } from 'kysely'
import { permissionsOf } from '@postroom/domain/people/roles'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { quietLog } from '../../testing/quiet-log.ts'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner, untilWaiting } from '../../testing/test-database.ts'
import { asTenant } from '../../db/tenant.ts'
import { openDefaultAccount } from '../accounts/account.store.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { creditAccount } from '../ledger/ledger.store.ts'
import { spentAt } from './budget.store.ts'
import { sendNotices } from '../../notices/send-notices.ts'

const COST_CENTER = '/stamp/v1/costcenter'
let scene: PurchaseScene
let buyer: Buyer
let names = 0
beforeAll(async () => {
  scene = await purchaseScene(0, { carrier_ms: 10_000, lease_ms: 60_000, wait_ms: 10_000 }) // long time-outs: a slow machine must not look like a silent carrier
  scene.context.now = () => new Date() // purchases are dated by the database clock
})
beforeEach(async () => {
  buyer = await aBuyer(scene, 1000_00)
  await scene.context.db
    .updateTable('app_user')
    .set({ permissions: permissionsOf(['manager'], 'full') })
    .execute()
})
afterAll(() => scene.close())

interface CostCenter {
  id: string
  code: string
  budget?: { amount: number; period: string; on_exceed: string; spent: number; left: number }
}
const month = { period: 'month', on_exceed: 'block' }
const save = async (code: string, budget?: object) =>
  (
    await buyer.post(COST_CENTER, { code, name: 'Sales', ...(budget && { budget: { ...month, ...budget } }) })
  ).json<CostCenter>()
const listed = async (code: string) =>
  (await buyer.get(COST_CENTER)).json<{ data: CostCenter[] }>().data.find((center) => center.code === code)?.budget
const newKey = () => `budget-key-${names++}`
const draftFor = (id: string | undefined, change: Partial<ShipmentDraftInput> = {}) =>
  buyer.draft({ shipping_date: ukDateOf(new Date()), costcenter: id === undefined ? [] : [{ id }], ...change })
const buyFor = (id: string | undefined, key = newKey()) => buyer.buy(key, draftFor(id))
const codeOf = (answer: Awaited<ReturnType<typeof buyFor>>) =>
  answer.statusCode === 200 ? 'bought' : answer.json<ErrorBody>().code
const events = async (event: string) =>
  (
    await scene.context.db
      .selectFrom('audit_event')
      .select(['subject', 'details'])
      .where('organisation_id', '=', buyer.organisation)
      .where('event', '=', event)
      .orderBy('id')
      .execute()
  ).map(({ subject, details }) => ({ subject, ...details }))

it('reports spent and remaining amounts; test prints, refused and voided purchases do not count', async () => {
  const budget = { amount: 5 * PRICE, ...month }
  const { id, budget: saved } = await save('sales', { amount: 5 * PRICE })
  expect(saved).toEqual({ ...budget, spent: 0, left: 5 * PRICE })
  const first = (await buyFor(id)).json<Shipment>()
  expect(codeOf(await buyFor(id))).toBe('bought')
  expect(codeOf(await buyer.buy(newKey(), draftFor(id), { test: true }))).toBe('bought')
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'refused', delay_ms: 0, remaining: 1 })
  expect(codeOf(await buyFor(id))).toBe('carrier_rejected')
  expect(await listed('sales')).toEqual({ ...budget, spent: 2 * PRICE, left: 3 * PRICE })

  await buyer.put(`/stamp/v1/shipment/${first.id}/void`, { cancellation_reason: 'Wrong address' })
  expect(await listed('sales')).toEqual({ ...budget, spent: PRICE, left: 4 * PRICE })
  expect((await save('sales', { amount: 1, period: 'year', on_exceed: 'warn' })).budget).toEqual({
    amount: 1,
    period: 'year',
    on_exceed: 'warn',
    spent: PRICE,
    left: 1 - PRICE,
  })
  expect(await save('sales')).not.toHaveProperty('budget')
})

it('blocks a purchase before money moves and leaves no rows, so the same key may buy later', async () => {
  const { id } = await save('legal', { amount: 2 * PRICE - 1 })
  expect(codeOf(await buyFor(id))).toBe('bought')
  const before = await buyer.balance()
  const key = newKey()
  const refused = await buyFor(id, key)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    {
      code: 'budget_exceeded',
      details: { cost_center: 'legal', budget: 2 * PRICE - 1, left: PRICE - 1, total_charge: PRICE },
    },
  ])
  expect(await buyer.balance()).toBe(before)
  expect((await buyer.get(`/stamp/v1/shipment/process/${key}`)).statusCode).toBe(404)

  await save('legal', { amount: 0 })
  expect(codeOf(await buyer.buy(newKey(), draftFor(id), { test: true }))).toBe('bought')
  expect(codeOf(await buyFor(undefined))).toBe('bought')
  await save('legal', { amount: 2 * PRICE })
  expect(codeOf(await buyFor(id, key))).toBe('bought')
  expect(await events('budget_exceeded')).toEqual([])
})

it('of a hundred concurrent purchases from five accounts with a budget for twenty, exactly twenty are bought', async () => {
  const { db } = scene.context
  const { id } = await save('rush', { amount: 20 * PRICE, period: 'quarter' })
  const accounts = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const account = await openDefaultAccount(db, buyer.organisation)
      await creditAccount(db, account, toPence(1000_00))
      return account
    }),
  )
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => untilAnswered(newKey(), draftFor(id, { by: accounts[n % 5]! }))),
  )
  const codes = answers.map(codeOf)
  expect(codes.filter((code) => code === 'bought')).toHaveLength(20)
  expect(codes.filter((code) => code === 'budget_exceeded')).toHaveLength(80)
  expect(await listed('rush')).toMatchObject({ spent: 20 * PRICE, left: 0 })
  expect(await brokenInvariants(db)).toEqual([])
}, 120_000)

/** Repeats the call under the same key while the server has no free connection or the carrier has not answered. */
async function untilAnswered(key: string, draft: ShipmentDraftInput) {
  for (;;) {
    const answer = await buyer.buy(key, draft)
    if (answer.statusCode !== 503 && answer.statusCode !== 202) return answer
  }
}

it('one key sent twice at once uses the rest of a budget once', async () => {
  const { id } = await save('twice', { amount: PRICE })
  const key = newKey()
  const answers = await Promise.all([buyFor(id, key), buyFor(id, key), buyFor(id, key)])
  expect(answers.map(codeOf)).toEqual(['bought', 'bought', 'bought'])
  expect(new Set(answers.map((answer) => answer.json<Shipment>().id)).size).toBe(1)
  expect(await listed('twice')).toMatchObject({ spent: PRICE, left: 0 })
})

it('a warning budget lets the purchase through, warns in each answer, records it, and notifies the managers once per period', async () => {
  const { id } = await save('warned', { amount: PRICE, on_exceed: 'warn' })
  const mails: { to: string; subject: string; text: string }[] = []
  const sendAll = () => sendNoticesBy(async (mail) => void mails.push(mail))
  const within = (await buyFor(id)).json<Shipment>()
  expect(within).not.toHaveProperty('messages')
  await sendAll()
  expect(mails).toEqual([])

  const key = newKey()
  const beyond = (await buyFor(id, key)).json<Shipment>()
  const details = { cost_center: 'warned', budget: PRICE, spent: 2 * PRICE }
  expect(beyond.messages).toEqual([{ code: 'budget_exceeded', description: expect.any(String), details }])
  expect((await buyFor(id, key)).json<Shipment>().messages).toEqual(beyond.messages)
  expect(await events('budget_exceeded')).toEqual([{ subject: id, ...details, shipment: beyond.id }])

  await sendNoticesBy(() => Promise.reject(new Error('no mail today')))
  await retryNow()
  await Promise.all([sendAll(), sendAll()])
  await buyFor(id)
  await sendAll()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    subject: 'Budget exceeded / Budget dépassé\u202f: warned',
    text: expect.stringMatching(
      /£3\.20 for the month that began on 1 [A-Z][a-z]+ \d{4}\.[^]+ 3,20\u00a0£ pour ce mois \(début\u202f: 1er [a-zéû]+ \d{4}\)/,
    ),
  })

  await setBack()
  expect(await listed('warned')).toMatchObject({ spent: 0, left: PRICE })
  await buyFor(id)
  await sendAll()
  expect(mails).toHaveLength(1)
  await buyFor(id)
  await sendAll()
  expect(mails).toHaveLength(2)

  // a late charge for last year's shipment notifies nobody this year
  for (const costcenter of [[], [{ id }]]) await buyer.put(`/stamp/v1/shipment/${beyond.id}`, { costcenter })
  await sendAll()
  await buyFor(id)
  await sendAll()
  expect(mails).toHaveLength(2)
})

const sendNoticesBy = (send: Mailer['send']) => sendNotices({ ...scene.context, mailer: { send } }, quietLog)
const retryNow = () => asOwner(scene.database.url, 'update outbox set due_at = now()')

/** The cost centres with a notice, where the mail about one fails. */
async function notifiedCostCentres(failing?: string): Promise<string[]> {
  const subjects: string[] = []
  await sendNoticesBy(async ({ subject }) => {
    if (subject === `Budget exceeded / Budget dépassé\u202f: ${failing}`) throw new Error('no mail today')
    subjects.push(subject.replace('Budget exceeded / Budget dépassé\u202f: ', ''))
  })
  return subjects
}

it('a mail that fails is retried later, and delays no notice of another budget', async () => {
  for (const [failing, other] of [
    ['rooms', 'roses'],
    ['tulips', 'taps'],
  ] as const) {
    for (const code of [failing, other].toSorted()) {
      const { id } = await save(code, { amount: 0, on_exceed: 'warn' })
      await buyFor(id)
    }
    expect(await notifiedCostCentres(failing)).toEqual([other])
    await retryNow()
    expect(await notifiedCostCentres()).toEqual([failing])
  }
})

it('a purchase that is refused after its budget was charged queues no notice', async () => {
  const { id } = await save('refused', { amount: 0, on_exceed: 'warn' })
  await asOwner(
    scene.database.url,
    `update carrier_account set pence_per_day = 1 where organisation_id = '${buyer.organisation}'`,
  )
  expect(codeOf(await buyFor(id))).toBe('spending_limit')
  await asOwner(
    scene.database.url,
    `update carrier_account set pence_per_day = null where organisation_id = '${buyer.organisation}'`,
  )
  expect(await notifiedCostCentres()).toEqual([])
})

/** Moves this buyer's purchases and budget notices to last year. */
async function setBack(): Promise<void> {
  await asOwner(
    scene.database.url,
    `update purchase set created_at = created_at - interval '1 year' where organisation_id = '${buyer.organisation}';
     update cost_center set exceeded_from = exceeded_from - interval '1 year'
       where organisation_id = '${buyer.organisation}'`,
  )
}

/** The services that a price request marks as beyond the budget of the cost centres, or the fields it refuses. */
async function rateFor(costcenter: object[], meta_data: object = {}) {
  const { options, shipping_date, parcels } = draftFor(undefined)
  const asked = { options, shipping_date, parcels, costcenter, meta_data }
  const { messages, fields } = (await buyer.post('/stamp/v1/shipment/rate', asked)).json<{
    messages: { service: { code: string }; code: string; details?: object }[]
    fields?: object[]
  }>()
  return { fields, beyond: messages?.filter(({ code }) => code === 'budget_exceeded') }
}
const places = (...rows: number[]) => rows.map((row) => ({ index: 0, row }))

it.each([
  // meta_data, labels paid for: as in a purchase of the same (spec §5)
  [{}, 1],
  [{ quantity: 2 }, 2],
  [{ label_name: 'L7163', avery_label_location: places(0, 1, 2) }, 3],
  [{ quantity: 2, label_name: 'L7163', avery_label_location: places(0, 1, 2) }, 6],
  [{ quantity: 2, label_name: 'L7163' }, 2],
  [{ quantity: 3, label_name: 'Hovat', avery_label_location: places(0, 1, 2) }, 6],
  [{ quantity: 2, label_name: 'DK-11241', avery_label_location: places(0, 1, 2) }, 2],
  [{ quantity: 2, avery_label_location: places(0, 1, 2) }, 2],
])('prices of %j mark the services that exceed the budget: %i labels', async (meta_data, labels) => {
  const { id } = await save('exact', { amount: labels * PRICE, on_exceed: 'warn' })
  const services = async () => (await rateFor([{ id }], meta_data)).beyond.map(({ service }) => service.code)
  expect(await services()).not.toContain('1')
  await save('exact', { amount: labels * PRICE - 1, on_exceed: 'warn' })
  expect(await services()).toContain('1')
  const buying = draftFor(id, { meta_data, ...('label_name' in meta_data && { label: sizeOf(meta_data.label_name) }) })
  const { messages } = (await buyer.buy(newKey(), buying)).json<Shipment>()
  expect(messages?.map(({ code }) => code)).toEqual(['budget_exceeded'])
  const spent = { spent: labels * PRICE }
  expect(messages?.[0]?.details).toMatchObject(spent)
})

const sizeOf = (label_name: string) => ({ size: label_name.startsWith('DK') ? ('4x6' as const) : ('A4' as const) })

it("prices name the budget that would be exceeded, and refuse another organisation's cost centre", async () => {
  const { id } = await save('priced', { amount: 2 * PRICE - 1, on_exceed: 'warn' })
  const details = { cost_center: 'priced', on_exceed: 'warn', budget: 2 * PRICE - 1, left: 2 * PRICE - 1 }
  expect((await rateFor([{ id }], { quantity: 2 })).beyond).toContainEqual(
    expect.objectContaining({ service: { code: '1', name: '1st Class' }, details }),
  )
  expect((await rateFor([], { quantity: 2 })).beyond).toEqual([])
  expect((await rateFor([{ id: buyer.account }])).fields).toMatchObject([
    { field: 'costcenter.0.id', code: 'not_allowed' },
  ])
})

it('a shipment cannot be moved to a cost centre it could not have been bought for', async () => {
  const { id } = await save('full', { amount: PRICE })
  const { id: moved } = (await buyFor(undefined)).json<Shipment>()
  const { id: stays } = (await buyFor(undefined)).json<Shipment>()
  const move = (shipment: string) => buyer.put(`/stamp/v1/shipment/${shipment}`, { costcenter: [{ id }] })
  expect((await move(moved)).statusCode).toBe(200)
  const refused = await move(stays)
  expect([refused.statusCode, refused.json<ErrorBody>().details]).toMatchObject([422, { cost_center: 'full', left: 0 }])
  expect((await buyer.get(`/stamp/v1/shipment/${stays}`)).json<Shipment>().costcenter).toEqual([])
  expect((await move(moved)).statusCode).toBe(200)
})

it('buys nothing for a cost centre that is being closed', async () => {
  const { id } = await save('closing')
  const closing = await scene.context.db.startTransaction().execute()
  await closing.updateTable('cost_center').set({ is_active: false }).where('id', '=', id).execute()
  const answer = buyFor(id)
  await untilWaiting(scene.database.url, 1)
  await closing.commit().execute()
  expect((await answer).json<ErrorBody>().fields).toMatchObject([{ field: 'costcenter.0.id', code: 'not_allowed' }])
})

it.each([
  [{ amount: -1 }, 'budget.amount', 'too_small'],
  [{ amount: 1.5 }, 'budget.amount', 'invalid_type'],
  [{ period: 'week' }, 'budget.period', 'not_allowed'],
  [{ on_exceed: undefined }, 'budget.on_exceed', 'required'],
])('refuses the budget %j', async (change, field, code) => {
  const budget = { amount: 1, ...month, ...change }
  const answer = await buyer.post(COST_CENTER, { code: 'wrong', name: 'Wrong', budget })
  expect([answer.statusCode, answer.json<ErrorBody>().fields]).toMatchObject([400, [{ field, code }]])
})

it('is added up on an index', async () => {
  const { id } = await save('many', { amount: 1 })
  await buyFor(undefined)
  await asOwner(
    scene.database.url,
    `set session_replication_role = replica;
     insert into purchase (id, organisation_id, idem_key, req_hash, carrier_account_id, carrier_code, created_by, draft, quote, amount,
         state, lease_until, carrier_no, cost_center_id, created_at)
       select gen_random_uuid(), organisation_id, 'filled-' || n, req_hash, carrier_account_id, carrier_code, created_by, draft, quote, 1,
         'BOUGHT', created_at, 'FILLED' || n, case when n % 10 = 0 then '${id}'::uuid end, created_at - n * interval '1 hour'
       from (select * from purchase where organisation_id = '${buyer.organisation}' limit 1) one, generate_series(1, 5000) n;
     analyze purchase`,
  )
  const standing = scene.context.db
    .selectFrom('cost_center')
    .select(spentAt(new Date()).as('spent'))
    .where('id', '=', id)
  const plan = await asTenant(buyer.organisation, () => standing.explain('text', sql`analyze`))
  const steps = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(steps).toMatch(/Index (Only )?Scan using purchase_by_cost_center/)
  expect(steps).toMatch(/Index Cond: .*cost_center_id = cost_center\.id.*created_at >= /)
})
