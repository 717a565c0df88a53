import type { Shipment } from '@postroom/contract/shipment'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clickAndDropScene, type ClickAndDropScene } from '../../testing/click-and-drop/click-and-drop-scene.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { asOwner } from '../../testing/test-database.ts'
import type { Log } from '../../log.ts'
import { carrierOf } from '../carriers.ts'
import { startWatchingLateOrders } from '../watch-late-orders.ts'

const CREDIT = 100_00

let scene: ClickAndDropScene
let ref: string
/** An order that counted as never made, and then appeared at the carrier. */
beforeEach(async () => {
  scene = await clickAndDropScene(CREDIT)
  scene.stub.faults.plan('create', { kind: 'dropped' })
  ref = (await scene.buyer.buy('a-purchase-never-made')).json<{ id: string }>().id
  await scene.drain()
  expect((await scene.buyer.get(`/stamp/v1/shipment/${ref}`)).json<Shipment>().status).toBe('cancelled')
  await scene.buyer.buy('another-purchase')
  const { request } = orders()[0]!
  scene.account.orders.create({ ...request, orderReference: ref })
  expect(orders()).toHaveLength(2)
})
afterEach(async () => {
  expect(scene.stub.violations).toEqual([])
  await scene.close()
})
const orders = () => scene.account.orders.all()
const hoursPass = (hours: number) =>
  asOwner(scene.database.url, `update click_and_drop.reference set asked_at = asked_at - interval '${hours} hours'`)
const look = () => carrierOf(scene.context, DEFAULT_CARRIER.code).removeLate!()
const looks = () => scene.stub.calls.filter((call) => call === 'find').length

it('deletes an order that appears after its buyer has the money back; nothing else is touched', async () => {
  const before = looks()
  expect(await look()).toEqual([])
  expect(looks()).toBe(before) // an hour has not passed
  await hoursPass(1)
  expect(await look()).toEqual([])
  expect(orders().map(({ info }) => info.orderReference)).not.toContain(ref)
  expect(orders()).toHaveLength(1)
  expect(await scene.buyer.balance()).toBeLessThan(CREDIT) // the other purchase stays
})

it('looks four times in three days, and once for each of them however many processes look', async () => {
  scene.account.orders.remove(orders()[1]!.info.orderIdentifier)
  for (const [hours, more] of [
    [1, 1],
    [4, 0],
    [1, 1],
    [18, 1],
    [48, 1],
    [500, 0],
  ] as const) {
    const before = looks()
    await hoursPass(hours)
    await Promise.all([look(), look(), look()])
    expect(looks() - before, `after ${hours} more hours`).toBe(more)
  }
})

it('looks for twenty at a time', async () => {
  await asOwner(
    scene.database.url,
    `update click_and_drop.connection set api_key = 'v1.not opened';
     insert into click_and_drop.reference (ref, connection_id, state, asked_at)
     select gen_random_uuid(), connection_id, state, asked_at from click_and_drop.reference, generate_series(1, 20)
     where ref = '${ref}'`,
  )
  await hoursPass(1)
  // each version of a row has the number of the transaction that wrote it
  const versions = `select xmin::text as of, count(*)::int from click_and_drop.reference where state = 'tombstoned' group by 1`
  const [{ of } = { of: '' }] = (await asOwner(scene.database.url, versions)).rows as { of: string }[]
  await look()
  const { rows } = await asOwner(
    scene.database.url,
    `select from (${versions}) as left_alone where of = '${of}' and count = 1`,
  )
  expect(rows).toHaveLength(1)
})

it('looks again when no answer came', async () => {
  await hoursPass(1)
  scene.stub.faults.plan('find', { kind: 'failing' })
  expect(await look()).toEqual([])
  expect(orders()).toHaveLength(2)
  await look()
  expect(orders()).toHaveLength(1)
})

it('looks again when the deletion came at a busy time', async () => {
  await hoursPass(1)
  scene.stub.faults.plan('remove', { kind: 'too_many', retryAfterS: 30 })
  expect(await look()).toEqual([])
  expect(orders()).toHaveLength(2)
  await asOwner(scene.database.url, 'update call_line set next_at = clock_timestamp()')
  await look()
  expect(orders()).toHaveLength(1)
})

it('reports an order that is on a manifest already', async () => {
  scene.account.orders.manifest()
  await hoursPass(1)
  expect(await look()).toEqual([ref])
})

it('the running server logs which orders the carrier does not delete', async () => {
  scene.account.orders.manifest()
  await hoursPass(1)
  const logged: unknown[] = []
  const log: Log = { ...quietLog, error: (what: unknown) => void logged.push(what) }
  const stop = startWatchingLateOrders(scene.context, log)
  await expect.poll(() => logged, { timeout: 10_000 }).toEqual([{ carrier: DEFAULT_CARRIER.code, purchase: ref }])
  await stop()
})
