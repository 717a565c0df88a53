import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aLog } from '../testing/a-log.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { setSandboxSwitch } from '../carriers/sandbox/sandbox.store.ts'
import { verifyChains } from '../features/audit/verify-chains.store.ts'
import { startBuyingBatches } from '../features/batches/buy-batches.ts'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { buyBatchRow } from '../features/shipments/purchase/buy-batch-row.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { asOwner } from '../testing/test-database.ts'
import { newMetrics } from './metrics.ts'
import { countDue, deleteExpired } from './retention.store.ts'
import { startRetention } from './retention.ts'

const DAYS = 2192
const NOW = new Date('2026-11-20T10:00:00Z')

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(() => scene.close())

const query = async (statement: string) => (await asOwner(scene.database.url, statement)).rows as unknown[]
const ago = (interval: string) => `'${NOW.toISOString()}'::timestamptz - interval '${interval}'`
const runRetention = () => deleteExpired(scene.context.db, DAYS, NOW)

/** One row that is still kept and one that is due, which differ in their last column; and how to count what is left. */
const RUNS_OUT: readonly (readonly [table: string, insert: (age: string) => string, kept: string, due: string])[] = [
  // table          a row of this age                                                           kept       due
  [
    'session',
    (age) =>
      `insert into session (user_id, xsrf_token, renewed_at, ends_at) select id, 'mine', now(), ${age} from app_user`,
    '-1 hour',
    '1 second',
  ],
  [
    'session_token',
    (age) =>
      `insert into session_token select sha256('${age.replaceAll("'", '')}'), id, 'access', 0, ${age} from session limit 1`,
    '-1 hour',
    '1 second',
  ],
  [
    'password_reset',
    (age) =>
      `insert into password_reset select id, sha256('x'), ${age} from app_user on conflict (user_id) do update set expires_at = excluded.expires_at`,
    '-1 hour',
    '1 second',
  ],
  [
    'pairing',
    (age) =>
      `insert into pairing (code_hash, poll_token_hash, public_key, alias, expires_at) select sha256('${age.replaceAll("'", '')}'), sha256('x'), sha256('x'), 'a', ${age}`,
    '59 minutes',
    '61 minutes',
  ],
  [
    'enrolment_code',
    (age) =>
      `insert into enrolment_code (organisation_id, code_hash, starts_with, devices_max, expires_at) select id, sha256('${age.replaceAll("'", '')}'), 'K7QM', 1, ${age} from organisation limit 1`,
    '-1 hour',
    '1 second',
  ],
  [
    'sign_in_failure',
    (age) => `insert into sign_in_failure (counter, failed_at) values ('somebody', ${age})`,
    '59 minutes',
    '61 minutes',
  ],
  [
    'reset_request',
    (age) => `insert into reset_request (login, asked_at) values ('somebody', ${age})`,
    '59 minutes',
    '61 minutes',
  ],
  [
    'draft',
    (age) =>
      `insert into draft (user_id, id, form, label, "values", saved_at) select id, gen_random_uuid(), 'shipping-single', '', '{}', ${age} from app_user limit 1`,
    '29 days',
    '31 days',
  ],
  [
    'notice',
    (age) =>
      `insert into notice (organisation_id, user_id, content, created_at) select organisation_id, id, '{"event": "two_factor_on"}', ${age} from app_user limit 1`,
    '89 days',
    '91 days',
  ],
  [
    'pending_shipment',
    (age) =>
      `insert into pending_shipment (organisation_id, created_by, draft, created_at) select organisation_id, id, '{}', ${age} from app_user`,
    '89 days',
    '91 days',
  ],
  [
    'address',
    (age) =>
      `insert into address (organisation_id, owner_id, visibility, code, name, company_name, address1, address2, address3, city, state_province, postal_code, country, phone1, email, "isResidential", tags, correction_status, deleted_at) select organisation_id, id, 'Public', '', 'Idris Pembroke', '', '1 The Street', '', '', 'London', '', 'NW1 8LH', 'GB', '', '', false, '{}', 'unverified', ${age} from app_user limit 1`,
    '29 days',
    '31 days',
  ],
  [
    'batch',
    (age) =>
      `insert into batch (organisation_id, id, created_by, req_hash, terms, created_at) select organisation_id, '${age.replaceAll("'", '')}', id, 'none', '{}', ${age} from app_user`,
    '89 days',
    '91 days',
  ],
  [
    'manual_shipment',
    (age) =>
      `insert into manual_shipment (organisation_id, created_by, draft, created_at) select organisation_id, id, '{"shipping_date": "2020-01-01", "total_charge": 0, "number": "", "to": {"country": "GB"}}', ${age} from app_user`,
    '2191 days',
    '2193 days',
  ],
]

const madeManifest = (age: string) =>
  query(`insert into manifest (organisation_id, carrier_account_id, asked_at, state, number, pdf, look_at)
    select organisation_id, id, ${ago(age)}, 'made', '1', '', null from carrier_account limit 1`)

it('manifest: the newest made one of an account stays however old it is, and says what the next one lists', async () => {
  await madeManifest('2195 days')
  await madeManifest('2194 days')
  expect(await runRetention()).toMatchObject({ manifest: 1 })
  await madeManifest('2193 days')
  await madeManifest('2191 days')
  expect(await runRetention()).toMatchObject({ manifest: 2 })
  expect(await runRetention()).toMatchObject({ manifest: 0 })
})

it.each(RUNS_OUT)('%s: deleted when past its retention, and not before', async (table, insert, kept, due) => {
  await query(insert(ago(due)))
  expect(await countDue(scene.context.db, DAYS, NOW)).toMatchObject({ [table]: 1 })
  expect(await runRetention()).toMatchObject({ [table]: 1 })
  await query(insert(ago(kept)))
  expect(await runRetention()).toMatchObject({ [table]: 0 })
  expect(await countDue(scene.context.db, DAYS, NOW)).toMatchObject({ [table]: 0 })
})

it('a batch is deleted with all its rows, but not while one of them is in flight; its keys still buy nothing twice', async () => {
  const { buyer, context } = scene
  const rows = [{ key: 'kept-by-its-key', shipment: buyer.draft() }]
  const send = (id: string) => buyer.post(`/stamp/v1/shipment/batch?batch_id=${id}`, { rows })
  await send('long-ago')
  await query(`update batch set created_at = ${ago('91 days')} where id = 'long-ago'`)
  expect(await runRetention()).toMatchObject({ batch: 0 })
  const stop = startBuyingBatches(context, buyBatchRow, quietLog)
  const states = () => query(`select state from batch_row order by batch_id`)
  await expect.poll(states, { timeout: 20_000 }).toEqual([{ state: 'bought' }])
  expect(await runRetention()).toMatchObject({ batch: 1 })
  expect(await states()).toEqual([])
  await send('long-ago')
  await expect.poll(states, { timeout: 20_000 }).toEqual([{ state: 'bought' }])
  await stop()
  expect(await query(`select from purchase where idem_key = 'kept-by-its-key'`)).toHaveLength(1)
})

it('a test print is deleted after a day with its documents, links and prints; purchases stay', async () => {
  const { buyer } = scene
  const test = async (key: string) => (await buyer.buy(key, undefined, { test: true })).json<Shipment>()
  const old = await test('old-test-print')
  const young = await test('young-test-print')
  const bought = (await buyer.buy('bought-long-ago')).json<Shipment>()
  await buyer.post(`/stamp/v1/shipment/${old.id}/reprint`, { documents: ['label'] })
  await query(`update purchase set created_at = ${ago('25 hours')} where idem_key in ('old-test-print', 'bought-long-ago');
    update purchase set created_at = ${ago('23 hours')} where idem_key = 'young-test-print'`)
  expect(await countDue(scene.context.db, DAYS, NOW)).toMatchObject({ purchase: 1 })
  expect(await runRetention()).toMatchObject({ purchase: 1 })
  const found = async ({ id }: Shipment) => (await buyer.get(`/stamp/v1/shipment/${id}`)).statusCode
  expect(await Promise.all([old, young, bought].map(found))).toEqual([404, 200, 200])
  for (const table of ['document', 'print_claim'])
    expect(await query(`select from ${table} where purchase_id = '${old.id}'`)).toEqual([])
  expect(await brokenInvariants(scene.context.db)).toEqual([])
})

it('a batch of test prints is deleted after a day with its test prints', async () => {
  const { buyer, context } = scene
  const rows = [{ key: 'test-print-of-a-batch', shipment: buyer.draft() }]
  await buyer.post(`/stamp/v1/shipment/batch?batch_id=only-tests&test=true`, { rows })
  const stop = startBuyingBatches(context, buyBatchRow, quietLog)
  const states = () => query(`select state from batch_row where batch_id = 'only-tests'`)
  await expect.poll(states, { timeout: 20_000 }).toEqual([{ state: 'bought' }])
  await stop()
  await query(`update purchase set created_at = ${ago('25 hours')} where idem_key = 'test-print-of-a-batch';
    update batch set created_at = ${ago('23 hours')} where id = 'only-tests'`)
  expect(await runRetention()).toMatchObject({ batch: 0, purchase: 0 })
  await query(`update batch set created_at = ${ago('25 hours')} where id = 'only-tests'`)
  expect(await runRetention()).toMatchObject({ batch: 1, purchase: 1 })
  expect(await states()).toEqual([])
})

it('people on shipments are erased when their retention ends; money, state and evidence stay', async () => {
  const { buyer, context } = scene
  const references = ['for Pembroke']
  const old = (
    await buyer.buy('long-ago', buyer.draft({ references, meta_data: { ERA: 'Bute Street', slogan: 'Hail Pembroke' } }))
  ).json<Shipment>()
  const young = (await buyer.buy('not-so-long')).json<Shipment>()
  await setSandboxSwitch(context.db, { call: 'purchase', answer: 'lost', delay_ms: 0, remaining: 1 })
  await buyer.buy('long-ago-and-open')
  await query(`update purchase set created_at = ${ago('2193 days')} where idem_key like 'long-ago%';
    update purchase set created_at = ${ago('2191 days')} where idem_key = 'not-so-long'`)
  const ledger = await query('select * from transfer order by id')

  expect(await countDue(context.db, DAYS, NOW)).toMatchObject({ purchase: 1 })
  expect(await runRetention()).toMatchObject({ purchase: 1 })
  expect(await runRetention()).toMatchObject({ purchase: 0 })
  const shown = (await buyer.get(`/stamp/v1/shipment/${old.id}`)).json<Shipment>()
  expect(shown).toMatchObject({
    status: 'bought',
    charges: old.charges,
    to: { name: 'Erased', city: 'Erased', postal_code: 'NW1 1AA' },
    from: { company_name: '', postal_code: 'CF10 1AA' },
    references: [],
  })
  const kept = (await buyer.get(`/stamp/v1/shipment/${young.id}`)).json<Shipment>()
  expect(kept.to).toMatchObject({ name: 'Idris Pembroke' })
  const text = JSON.stringify(await query(`select * from purchase where id = '${old.id}'`))
  expect(text).not.toMatch(/pembroke|chalcot|llewellyn|bute street/i)
  expect(
    await query(`select draft #>> '{to,name}' as name from purchase where idem_key = 'long-ago-and-open'`),
  ).toEqual([{ name: 'Idris Pembroke' }])
  expect(await query('select * from transfer order by id')).toEqual(ledger)
  expect(await brokenInvariants(context.db)).toEqual([])
  expect((await verifyChains(context.db)).broken).toEqual([])
})

it('a run of the server is logged and counted by table', async () => {
  await query(
    `insert into reset_request (login, asked_at) select 'somebody', ${ago('1 day')} from generate_series(1, 3)`,
  )
  const metrics = newMetrics()
  const { log, lines } = aLog()
  const stop = startRetention({ db: scene.context.db, now: () => NOW }, { days: DAYS, metrics, log })
  await expect.poll(() => lines).toHaveLength(1)
  await stop()
  const rows = expect.objectContaining({ reset_request: 3, outbox: 0 }) as object
  expect(lines).toEqual([['info', { rows }, 'deleted expired rows']])
  const counted = await metrics.registry.metrics()
  for (const line of ['{table="reset_request"} 3', '{table="outbox"} 0'])
    expect(counted).toContain(`postroom_deleted_rows_total${line}\n`)
})

it('processes that run at once delete all that is due, each row once', async () => {
  await query(
    `insert into reset_request (login, asked_at) select 'somebody', ${ago('1 day')} from generate_series(1, 4500)`,
  )
  const runs = await Promise.all([runRetention(), runRetention(), runRetention()])
  expect(runs.reduce((sum, rows) => sum + rows['reset_request']!, 0)).toBe(4500)
  expect(await countDue(scene.context.db, DAYS, NOW)).toMatchObject({ reset_request: 0 })
})

it('an organisation cannot have the people of others erased', async () => {
  const call = asOwner(scene.database.url, 'set role postroom_app; select erase_people_before(now(), 1)')
  await expect(call).rejects.toMatchObject({ code: '42501' })
})
