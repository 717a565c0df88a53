import { aLabel } from '@postroom/documents/testing/label-builder'
import type { Shipment } from '@postroom/contract/shipment'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { quietLog } from '../../../testing/quiet-log.ts'
import { setSandboxSwitch } from '../../../carriers/sandbox/sandbox.store.ts'
import { brokenAfterDrain, drain } from '../../../testing/after-the-drain.ts'
import { defaultCarrier, PRICE, purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'
import { applyOutcome } from './apply-outcome.ts'
import { findByKey } from './purchase.store.ts'
import { settleOverdue, startSettling } from './settle-purchases.ts'

const CREDIT = 100_00

let scene: PurchaseScene
beforeEach(async () => {
  scene = await purchaseScene(CREDIT, { carrier_ms: 250, lease_ms: 400, wait_ms: 300 })
})
afterEach(() => scene.close())

const stateOf = async (key: string) => (await findByKey(scene.context.db, scene.buyer.organisation, key))!
const faulty = (call: 'purchase' | 'resolve', answer: 'late' | 'lost' | 'failing', delay_ms: number, remaining = 1) =>
  setSandboxSwitch(scene.context.db, { call, answer, delay_ms, remaining })

async function allIsWell() {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  expect(await brokenAfterDrain(scene.context.db)).toEqual([])
}

it('when the answer was lost after the carrier acted, the postage is bought and paid once', async () => {
  await faulty('purchase', 'lost', 500)
  expect((await scene.buyer.buy('answer-lost')).statusCode).toBe(202)
  await drain(scene.context)
  expect(await stateOf('answer-lost')).toMatchObject({ state: 'BOUGHT' })
  expect(await scene.buyer.balance()).toBe(CREDIT - PRICE)
  await allIsWell()
})

it('when the carrier failed before it acted, the purchase is cancelled for good and the money released', async () => {
  await faulty('purchase', 'failing', 0)
  expect((await scene.buyer.buy('carrier-failed')).statusCode).toBe(202)
  await drain(scene.context)
  const again = await scene.buyer.buy('carrier-failed')
  expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([422, 'purchase_cancelled'])
  expect(await scene.buyer.balance()).toBe(CREDIT)
  await allIsWell()
})

it('when the order arrives long after it was cancelled, the carrier refuses it', async () => {
  await faulty('purchase', 'late', 1_500)
  await scene.buyer.buy('order-late')
  await drain(scene.context)
  expect(await stateOf('order-late')).toMatchObject({ state: 'CANCELLED' })
  await sleep(1_200)
  const { id } = await stateOf('order-late')
  expect(await defaultCarrier(scene.context).documents(id, aLabel(), 300)).toBeUndefined()
  expect(await scene.buyer.balance()).toBe(CREDIT)
  await allIsWell()
})

it('a process that lost its lease changes nothing', async () => {
  await faulty('purchase', 'failing', 0)
  await scene.buyer.buy('overtaken')
  const slow = await stateOf('overtaken')
  await drain(scene.context)
  await applyOutcome(scene.context, slow, { kind: 'accepted', carrier_no: 'ZZ999999990GB', further_nos: [] })
  expect(await stateOf('overtaken')).toMatchObject({ state: 'CANCELLED', carrier_no: null })
  await allIsWell()
})

it('a claim fences off the previous holder of a purchase that is still open', async () => {
  await faulty('purchase', 'failing', 0)
  await faulty('resolve', 'failing', 0)
  await scene.buyer.buy('fenced-off')
  const slow = await stateOf('fenced-off')
  await sleep(450)
  await settleOverdue(scene.context)
  await applyOutcome(scene.context, slow, { kind: 'rejected', reason: 'late news' })
  expect(await stateOf('fenced-off')).toMatchObject({ state: 'AUTHORISED', epoch: 2, attempts: 1 })
  expect(await brokenInvariants(scene.context.db)).toEqual([])
})

it('a purchase that cannot be settled is logged, and delays no other', async () => {
  await scene.buyer.buy('has-its-number')
  await faulty('purchase', 'lost', 500, 2)
  await Promise.all([scene.buyer.buy('given-it-again'), scene.buyer.buy('beside-it')])
  const stuck = await stateOf('given-it-again')
  await asOwner(
    scene.database.url,
    `set session_replication_role = replica;
     update purchase set carrier_no = (select carrier_no from sandbox.reference where ref = '${stuck.id}')
       where idem_key = 'has-its-number';
     update purchase set attempts = 19, lease_until = now() where id = '${stuck.id}'`,
  )
  const alerts: object[] = []
  const stop = startSettling(scene.context, { ...quietLog, error: (facts) => alerts.push(facts) })
  await expect.poll(async () => (await stateOf('beside-it')).state, { timeout: 10_000 }).toBe('BOUGHT')
  await expect.poll(() => alerts).toEqual([{ purchase: stuck.id, attempts: 20 }])
  await stop()
  expect(await stateOf('given-it-again')).toMatchObject({ state: 'AUTHORISED' })
})

it('with many faults and two settlers, everything is settled once', async () => {
  await faulty('purchase', 'lost', 300, 5)
  await faulty('purchase', 'failing', 0, 5)
  await faulty('purchase', 'late', 600, 5)
  await faulty('resolve', 'failing', 0, 3)
  await faulty('resolve', 'lost', 300, 3)
  const stops = [startSettling(scene.context, quietLog), startSettling(scene.context, quietLog)]
  await Promise.all(Array.from({ length: 25 }, (_, index) => scene.buyer.buy(`many-faults-${index}`)))
  const settled = async () => (await brokenAfterDrain(scene.context.db)).length === 0
  for (let tries = 0; tries < 100 && !(await settled()); tries++) await sleep(100)
  await Promise.all(stops.map((stop) => stop()))
  await sleep(600)
  await allIsWell()
  const bought = (await scene.buyer.post('/stamp/v1/shipment/search?length=100')).json<{ data: Shipment[] }>().data
  const paid = bought.filter((shipment) => shipment.status === 'bought').length
  expect(paid).toBeGreaterThanOrEqual(10)
  expect(await scene.buyer.balance()).toBe(CREDIT - paid * PRICE)
})
