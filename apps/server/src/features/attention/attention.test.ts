import type { Attention } from '@postroom/contract/attention'
import type { Shipment } from '@postroom/contract/shipment'
import { ukDateOf } from '@postroom/domain/calendar'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { signInto } from '../../testing/sign-into.ts'
import {
  aBuyer,
  PRICE,
  purchaseScene,
  replaceCarrier,
  type Buyer,
  type PurchaseScene,
} from '../../testing/purchase-scene.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { asOwner } from '../../testing/test-database.ts'
import { startBuyingBatches } from '../batches/buy-batches.ts'
import { done, send } from '../batches/testing/sent-batch.ts'
import { saveHub } from '../hubs/hub.store.ts'
import { claimPrints } from '../prints/print-claim.store.ts'
import { buyBatchRow } from '../shipments/purchase/buy-batch-row.ts'

let scene: PurchaseScene
let buyer: Buyer
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.now = () => new Date() // as the database dates purchases
})
afterAll(() => scene.close())
beforeEach(async () => {
  buyer = await aBuyer(scene, 50_00)
})

/** Makes every purchase older. */
const later = (ms: number, { database }: PurchaseScene = scene) =>
  asOwner(
    database.url,
    `update purchase set created_at = created_at - interval '${ms} ms', updated_at = updated_at - interval '${ms} ms'`,
  )
const attention = async (authorization = buyer.authorization) =>
  (await scene.app.inject({ url: '/api/stamp/v1/attention', headers: { authorization } })).json<Attention>()
const bought = async (key: string) => (await buyer.buy(key, today(buyer))).json<Shipment>()

const today = (by: Buyer) => by.draft({ shipping_date: ukDateOf(new Date()) })

const NOTHING: Attention = {
  not_printed: { total: 0, rows: [], batches: [] },
  in_progress: 0,
  on_hold: { total: 0, rows: [], amount: 0 },
  refused_refunds: { total: 0, rows: [] },
  low_balances: [],
  unread_notices: 0,
  mailroom: { total: 0 },
}

it('is empty when there is nothing to do', async () => {
  expect(await attention()).toEqual(NOTHING)
})

it('lists a shipment that is not printed after five seconds, until its user confirms the print', async () => {
  const { id, item_numbers } = await bought('not-printed')
  expect(await attention()).toEqual({ ...NOTHING, in_progress: 1 })
  await later(6_000)
  const prints = [{ document: 'label', state: 'not_printed', prints: 0 }]
  const row = { service: '1', amount: PRICE, name: 'Idris Pembroke', packaging: 'large_letter' }
  expect(await attention()).toEqual({
    ...NOTHING,
    not_printed: {
      batches: [],
      total: 1,
      rows: [
        { ...row, id, tracking: item_numbers[0], print_state: 'not_printed', prints, created_at: expect.any(String) },
      ],
    },
  })
  await buyer.put(`/stamp/v1/shipment/${id}/printed`, {})
  expect(await attention()).toEqual(NOTHING)
})

it('waits five seconds for a print, and thirty for the carrier, to the millisecond', async () => {
  await bought('bought-and-not-printed')
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'lost', delay_ms: 0, remaining: 1 })
  await bought('without-an-answer')
  const { rows } = await asOwner(
    scene.database.url,
    `update purchase set created_at = date_trunc('second', now()), updated_at = date_trunc('second', now())
     where organisation_id = '${buyer.organisation}' returning created_at`,
  )
  const began = (rows as { created_at: Date }[])[0]!.created_at.getTime()
  const { now } = scene.context
  const after = async (ms: number) => {
    scene.context.now = () => new Date(began + ms)
    const { in_progress, not_printed, on_hold } = await attention()
    return [in_progress, not_printed.total, on_hold.total]
  }
  expect([await after(4_999), await after(5_000), await after(29_999), await after(30_000)]).toEqual([
    [2, 0, 0],
    [1, 1, 0],
    [1, 1, 0],
    [0, 1, 1],
  ])
  scene.context.now = now
})

it('lists at once what may have come out of a printer, and not what is queued', async () => {
  const { organisation } = buyer
  const facts = { organisation_id: organisation, alias: 'Mailroom', public_key: randomBytes(32), paired_by: null }
  const hub = await inTransaction(scene.context.db, (tx) => saveHub(tx, facts))
  const printed = async (key: string, expires_at: Date) => {
    const { id } = await bought(key)
    const job = { hub, job_id: key, expires_at }
    await inTransaction(scene.context.db, (tx) => claimPrints(tx, job, [{ purchase_id: id, type: 'label' }]))
    return id
  }
  await printed('is-queued', new Date(Date.now() + 60_000))
  const id = await printed('may-be-printed', new Date(Date.now() - 60_000))
  const seen = { in_progress: 1, not_printed: { total: 1, rows: [{ id, print_state: 'unknown' }] } }
  expect(await attention()).toMatchObject(seen)
  await later(6_000)
  expect(await attention()).toMatchObject(seen)
})

it('lists a batch of several labels once, and a single shipment beside it', async () => {
  const stop = startBuyingBatches(scene.context, buyBatchRow, quietLog)
  await send(
    buyer,
    'three-of-a-batch',
    [1, 2, 3].map((n) => ({ key: `of-a-batch-${n}`, shipment: today(buyer) })),
  )
  await done(buyer, 'three-of-a-batch')
  await stop()
  const { id } = await bought('not-of-a-batch')
  await later(60_000)
  const { not_printed } = await attention()
  expect(not_printed).toMatchObject({ total: 4, rows: [{ id }], batches: [{ id: 'three-of-a-batch', count: 3 }] })
})

it('forgets after seven days, and lists the newest five', async () => {
  const ids = []
  for (let n = 0; n < 6; n++) ids.push((await bought(`one-of-six-${n}`)).id)
  await later(60_000)
  const { not_printed } = await attention()
  expect(not_printed.total).toBe(6)
  expect(not_printed.rows.map(({ id }) => id)).toEqual(ids.slice(1).toReversed())
  await later(7 * 86_400_000)
  expect(await attention()).toEqual(NOTHING)
})

it('shows a shipment after an hour to users who may handle those of colleagues, and to no other colleague', async () => {
  const sender = await signInto(scene, buyer.organisation, { permissions: ['mod_shipping', 'carr_rm'] })
  const mailroom = await signInto(scene, buyer.organisation, { permissions: ['mod_shipping', 'colleagues_shipments'] })
  const stranger = await aBuyer(scene, 0)
  await bought('of-a-colleague')
  const totals = async () => {
    const seen = [sender.authorization, mailroom.authorization, stranger.authorization].map(attention)
    return (await Promise.all(seen)).map(({ not_printed }) => not_printed.total)
  }
  await later(60_000)
  expect(await totals()).toEqual([0, 0, 0])
  await later(3_600_000)
  expect(await totals()).toEqual([0, 1, 0])
})

it('shows a purchase on hold after half a minute, with the money it holds', async () => {
  const silent = await purchaseScene(50_00, { wait_ms: 10, lease_ms: 60_000 })
  replaceCarrier(silent.context, { purchase: () => new Promise(() => {}) })
  silent.context.now = () => new Date()
  const waiting = await aBuyer(silent, 50_00)
  await waiting.buy('silent-carrier', today(waiting))
  const seen = async () => (await waiting.get('/stamp/v1/attention')).json<Attention>()
  expect(await seen()).toEqual({ ...NOTHING, in_progress: 1 })
  await later(31_000, silent)
  expect(await seen()).toMatchObject({
    in_progress: 0,
    on_hold: { total: 1, amount: PRICE, rows: [{ service: '1', amount: PRICE, tracking: '' }] },
  })
  await silent.close()
})

it('shows a refused refund to the user who requested it', async () => {
  const { id } = await bought('one-to-void')
  const voids = await signInto(scene, buyer.organisation, { permissions: ['void', 'colleagues_shipments'] })
  replaceCarrier(scene.context, { void: async () => ({ kind: 'refused', reason: 'It was scanned.' }) })
  const url = `/api/stamp/v1/shipment/${id}/void`
  const headers = { authorization: voids.authorization }
  await scene.app.inject({ method: 'PUT', url, headers, payload: { cancellation_reason: 'A mistake' } })
  expect((await attention(voids.authorization)).refused_refunds).toMatchObject({
    total: 1,
    rows: [{ id, amount: PRICE, reason: 'It was scanned.' }],
  })
  expect((await attention()).refused_refunds.total).toBe(0)
})

it('shows the refunds that were refused in the last seven days and not requested again, the latest first', async () => {
  const voids = await signInto(scene, buyer.organisation, { permissions: ['void', 'colleagues_shipments'] })
  const headers = { authorization: voids.authorization }
  const refuse = async (id: string) => {
    const url = `/api/stamp/v1/shipment/${id}/void`
    await scene.app.inject({ method: 'PUT', url, headers, payload: { cancellation_reason: 'A mistake' } })
  }
  replaceCarrier(scene.context, { void: async () => ({ kind: 'refused', reason: 'It was scanned.' }) })
  const ids = []
  for (const n of [1, 2, 3, 4, 5, 6, 7]) ids.push((await bought(`refused-refund-${n}`)).id)
  for (const id of ids) await refuse(id)
  const shown = async () => (await attention(voids.authorization)).refused_refunds
  expect((await shown()).rows.map(({ id }) => id)).toEqual(ids.slice(2).toReversed())
  expect((await shown()).total).toBe(7)
  await refuse(ids[6]!)
  expect((await shown()).total).toBe(7)
  replaceCarrier(scene.context, { void: async () => ({ kind: 'voided' }) })
  await refuse(ids[6]!)
  expect((await shown()).rows.map(({ id }) => id)).toEqual(ids.slice(1, 6).toReversed())
  await asOwner(
    scene.database.url,
    `alter table void_request disable trigger user;
     update void_request set answered_at = answered_at - interval '7 days' where purchase_id = '${ids[5]}';
     alter table void_request enable trigger user`,
  )
  expect((await shown()).total).toBe(5)
})

it('names a company where the addressee has no name', async () => {
  const to = { company_name: 'Kilns & Co', address1: '1 Mill Road', city: 'Bath', postal_code: 'BA1 1AA' }
  await buyer.buy('to-a-company', { ...today(buyer), to })
  await later(6_000)
  expect((await attention()).not_printed.rows).toMatchObject([{ name: 'Kilns & Co' }])
})

it('shows an account below its threshold', async () => {
  await asOwner(scene.database.url, `update carrier_account set low_balance = 5001 where id = '${buyer.account}'`)
  expect((await attention()).low_balances).toEqual([
    { account_id: buyer.account, name: 'Royal Mail', balance: 50_00, low_balance: 50_01 },
  ])
  await asOwner(scene.database.url, `update carrier_account set low_balance = 5000 where id = '${buyer.account}'`)
  expect((await attention()).low_balances).toEqual([])
})

it('counts the waiting parcels for those who buy for colleagues', async () => {
  await buyer.post('/stamp/v1/shipment/pending', buyer.draft())
  const mailroom = await signInto(scene, buyer.organisation, { permissions: ['colleagues_shipments'] })
  expect((await attention(mailroom.authorization)).mailroom).toMatchObject({
    total: 1,
    oldest: expect.any(String) as string,
  })
  expect((await attention()).mailroom).toEqual({ total: 0 })
})
