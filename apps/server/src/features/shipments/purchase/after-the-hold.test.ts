import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import type { VoidAnswer } from '@postroom/contract/shipment-void'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { quietLog } from '../../../testing/quiet-log.ts'
import { brokenAfterDrain, drain } from '../../../testing/after-the-drain.ts'
import {
  defaultCarrier,
  PRICE,
  purchaseScene,
  replaceCarrier,
  type PurchaseScene,
} from '../../../testing/purchase-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { startBuyingBatches } from '../../batches/buy-batches.ts'
import { done, look, rowsOf, send } from '../../batches/testing/sent-batch.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'
import { buyBatchRow } from './buy-batch-row.ts'
import type { PurchasePoint, VoidPoint } from './checkpoint.ts'

const CREDIT = 100_00

let scene: PurchaseScene
beforeEach(async () => {
  scene = await purchaseScene(CREDIT, { carrier_ms: 600, lease_ms: 800, wait_ms: 100 })
})
afterEach(async () => {
  await drain(scene.context)
  expect([await brokenInvariants(scene.context.db), await brokenAfterDrain(scene.context.db)]).toEqual([[], []])
  await scene.close()
})

/** Makes work at this point fail as a bug would. */
function failAt(point: PurchasePoint | VoidPoint): void {
  scene.context.checkpoint = (passed) => {
    if (passed === point) throw new Error(`failed ${point}`)
  }
}

const sql = (statement: string) => asOwner(scene.database.url, statement)

/** Makes every such write to the table fail from now on. */
const failWrites = (table: string, which = 'insert or update', when = 'true') =>
  sql(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger broken before ${which} on ${table} for each row when (${when}) execute function broken()`)
const repair = (table: string) => sql(`drop trigger broken on ${table}; drop function broken()`)

const bought = async () => (await scene.buyer.buy('to-be-voided')).json<Shipment>().id
const askToVoid = (id: string) =>
  scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong address' })

describe('when a step fails after money is held, the answer is still the purchase', () => {
  it.each(['after_t1', 'after_carrier_answer', 'in_settle_before_commit'] as const)('%s', async (point) => {
    failAt(point)
    const begun = await scene.buyer.buy('fails-after-hold')
    expect([begun.statusCode, begun.json<ErrorBody>().code]).toEqual([202, 'process_pending'])
    scene.context.checkpoint = () => {}
    await drain(scene.context)
    const again = await scene.buyer.buy('fails-after-hold')
    expect(again.statusCode).toBe(point === 'after_t1' ? 422 : 200)
  })

  it('after_settle', async () => {
    failAt('after_settle')
    expect((await scene.buyer.buy('fails-after-settle')).json<Shipment>()).toMatchObject({
      status: 'bought',
      amount: PRICE,
    })
  })

  // table that cannot be written, answer, and whether it is bought already
  it.each([
    ['audit_event', 202, 'true'],
    ['transfer', 202, `new.kind <> 'hold'`],
    ['document', 202, 'true'],
    ['document_link', 200, 'true'],
  ] as const)('when %s cannot be written: %i', async (table, status, when) => {
    await failWrites(table, 'insert', when)
    const answer = await scene.buyer.buy('unwritable-table')
    await repair(table)
    expect(answer.statusCode, answer.body).toBe(status)
    if (status === 200) expect(answer.json<Shipment>()).toMatchObject({ status: 'bought', amount: PRICE, docs: [] })
    await drain(scene.context)
    const settled = await scene.buyer.buy('unwritable-table')
    expect(settled.json<Shipment>().status).toBe('bought')
    expect(await scene.buyer.balance()).toBe(CREDIT - PRICE)
  })

  it('when a document cannot be stored, the postage is bought and the document is pending', async () => {
    await failWrites('document', 'update')
    const answer = await scene.buyer.buy('undrawable-document')
    await repair('document')
    expect(answer.json<Shipment>()).toMatchObject({
      status: 'bought',
      docs: [{ status: 'pending' }, { status: 'pending' }],
    })
  })
})

/** Changes the database while the carrier is asked, before it answers. */
function whileAsked(statement: string): void {
  const carrier = defaultCarrier(scene.context)
  replaceCarrier(scene.context, {
    purchase: async (ref, order) => {
      await sql(statement)
      return carrier.purchase(ref, order)
    },
    void: async (ref, n) => {
      await sql(statement)
      return carrier.void(ref, n)
    },
  })
}

describe('when the session ends while the carrier is asked', () => {
  it.each([
    ['signed out', 'delete from session'],
    ['disabled', 'update app_user set disabled_at = now(); delete from session'],
  ])('%s: the postage is bought, with charge and id, and no link opens a document', async (_how, statement) => {
    whileAsked(statement)
    const answer = await scene.buyer.buy('ended-meanwhile')
    expect(answer.statusCode, answer.body).toBe(200)
    const { id, amount, status, docs } = answer.json<Shipment>()
    expect([status, amount]).toEqual(['bought', PRICE])
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(docs.map(({ type, url }) => [type, url])).toEqual([
      ['label', ''],
      ['receipt', ''],
    ])
  })
})

it('a batch row whose purchase cannot be settled now is unknown, then bought', async () => {
  await failWrites('audit_event', 'insert', `new.event = 'postage_bought'`)
  const stop = startBuyingBatches(scene.context, buyBatchRow, quietLog)
  await send(scene.buyer, 'fails-after-hold', rowsOf(scene.buyer, 'fails-after-hold', 1))
  while ((await look(scene.buyer, 'fails-after-hold')).rows[0]?.state !== 'unknown') await sleep(50)
  await repair('audit_event')
  await drain(scene.context)
  expect(await done(scene.buyer, 'fails-after-hold')).toMatchObject({ bought: 1 })
  await stop()
})

describe('when a step fails after a void is requested, the answer is still the void', () => {
  it.each(['after_v1', 'after_void_answer', 'in_void_settle_before_commit'] as const)('%s', async (point) => {
    const id = await bought()
    failAt(point)
    const answer = await askToVoid(id)
    expect([answer.statusCode, answer.json<VoidAnswer>().status]).toEqual([202, 'void_requested'])
    scene.context.checkpoint = () => {}
    await drain(scene.context)
    expect((await askToVoid(id)).json<VoidAnswer>().status).toBe('voided')
    expect(await scene.buyer.balance()).toBe(CREDIT)
  })

  it('the session ends while the carrier is asked: voided', async () => {
    const id = await bought()
    whileAsked('delete from session')
    const answer = askToVoid(id)
    expect((await answer).json<VoidAnswer>().status).toBe('voided')
  })
})
