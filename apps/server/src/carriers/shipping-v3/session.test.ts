import type { ConnectionTest } from '@postroom/contract/carrier-connection'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { IS_SWEEP } from '@postroom/domain/testing/sweep'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { carrierOf } from '../carriers.ts'
import { brokenInvariants } from '../../features/ledger/invariants.store.ts'
import { PRICE, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { LOGIN, sellAt, shippingV3Scene, type ShippingV3Scene } from '../../testing/shipping-v3/shipping-v3-scene.ts'
import { asOwner } from '../../testing/test-database.ts'

const HOUR_MS = 3_600_000
const CREDIT = 200_00
/** Thirty in the sweep. */
const ROWS = IS_SWEEP ? 30 : 6

let now: number
let scene: ShippingV3Scene
beforeEach(async () => {
  now = 0
  scene = await shippingV3Scene(CREDIT, { clock: () => now, answer_ms: 8_000 })
  await asOwner(scene.database.url, 'update carrier_account set purchases_per_minute = null, pence_per_day = null')
})
afterEach(async () => {
  expect(scene.stub.violations).toEqual([])
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})

const tokens = (): number => scene.stub.count('token')
const test = (): Promise<ConnectionTest> =>
  carrierOf(scene.context, DEFAULT_CARRIER.code).keys!.test(scene.buyer.account)

it('buys a batch while the token expires in the middle: each once, with two tokens in all', async () => {
  let labels = 0
  scene.stub.faults.random = (call) => {
    if (call === 'label' && ++labels === ROWS / 2) scene.stub.expireTokens()
    return undefined
  }
  const keys = Array.from({ length: ROWS }, (_, row) => `row-number-${row}`)
  const buyNext = async (): Promise<void> => {
    const key = keys.pop()
    if (key === undefined) return
    expect([200, 202]).toContain((await scene.buyer.buy(key)).statusCode)
    await buyNext()
  }
  await Promise.all([buyNext(), buyNext(), buyNext(), buyNext()])
  await scene.drain()
  const { shipments } = scene.account
  expect(shipments.map(({ state }) => state)).toEqual(Array.from({ length: ROWS }, () => 'processed'))
  expect(new Set(shipments.map(({ request }) => request.Shipper?.ShipperReference)).size).toBe(ROWS)
  expect(tokens()).toBe(2)
  expect(await scene.buyer.balance()).toBe(CREDIT - ROWS * PRICE)
}, 60_000)

it('renews the token before its four hours are over', async () => {
  await scene.buyer.buy('first-purchase')
  now += 3.8 * HOUR_MS
  await scene.buyer.buy('with-the-same-token')
  expect(tokens()).toBe(1)
  now += 0.1 * HOUR_MS
  await scene.buyer.buy('with-a-new-token')
  expect(tokens()).toBe(2)
})

it('asks no more with a wrong password, until a test of the connection finds it right', async () => {
  scene.account.password = 'changed at Royal Mail'
  for (const key of ['purchase-1', 'purchase-2', 'purchase-3'])
    expect((await scene.buyer.buy(key)).body).toContain('refused the user name or password')
  expect(tokens()).toBe(1)
  expect(await test()).toMatchObject({ result: 'refused', reason: expect.stringContaining('user name') as string })
  scene.account.password = LOGIN.password
  expect(await test()).toEqual({ result: 'connected', prints_labels: true })
  expect([200, 202]).toContain((await scene.buyer.buy('purchase-4')).statusCode)
  expect(tokens()).toBe(3)
})

it('asks a wrong password again after a quarter of an hour', async () => {
  scene.account.password = 'changed for a while'
  await scene.buyer.buy('purchase-1')
  scene.account.password = LOGIN.password
  await asOwner(
    scene.database.url,
    `update shipping_v3.login set refused_until = refused_until - interval '15 minutes'`,
  )
  expect([200, 202]).toContain((await scene.buyer.buy('purchase-2')).statusCode)
})

it('stops when new tokens are refused too', async () => {
  scene.account.acceptsTokens = false
  for (const key of ['purchase-1', 'purchase-2', 'purchase-3'])
    expect((await scene.buyer.buy(key)).body).toContain('refused the user name or password')
  expect([tokens(), scene.stub.count('create')]).toEqual([2, 2])
  expect(await scene.buyer.balance()).toBe(CREDIT)
})

it('has a test that is answered, refused or not, and buys nothing', async () => {
  expect(await test()).toEqual({ result: 'connected', prints_labels: true })
  scene.stub.faults.plan('token', { kind: 'down' })
  expect(await test()).toEqual({ result: 'no_answer' })
  scene.account.acceptsTokens = false
  expect(await test()).toMatchObject({ result: 'refused' })
  expect(scene.account.shipments).toEqual([])
})

/** Another server process on the same database. */
async function secondProcess(): Promise<PurchaseScene> {
  const second = await purchaseScene(0, {}, scene.database)
  second.context.seal = scene.context.seal
  sellAt(second, scene.stub, { answer_ms: 8_000 })
  return second
}

const buyAt = ({ app }: Pick<PurchaseScene, 'app'>, key: string) =>
  app.inject({
    method: 'POST',
    url: `/api/stamp/v1/shipment/process?pending_id=${key}&test=false`,
    headers: { authorization: scene.buyer.authorization },
    payload: scene.buyer.draft(),
  })

it('gives each server process a token of its own, and a purchase to one of them', async () => {
  const second = await secondProcess()
  try {
    expect([200, 202]).toContain((await buyAt(scene, 'only-at-the-first')).statusCode)
    expect([200, 202]).toContain((await buyAt(second, 'only-at-the-second')).statusCode)
    const keys = ['purchase-1', 'purchase-2', 'purchase-3', 'purchase-4', 'purchase-5']
    await Promise.all(keys.flatMap((key) => [buyAt(scene, key), buyAt(second, key)]))
    await scene.drain()
    expect(scene.account.shipments.filter(({ state }) => state === 'processed')).toHaveLength(7)
    expect(tokens()).toBe(2)
    expect(await scene.buyer.balance()).toBe(CREDIT - 7 * PRICE)
  } finally {
    await second.app.close()
  }
})

it('a password that one server process found wrong is tried by none, and one that a test found right by all', async () => {
  const second = await secondProcess()
  try {
    scene.account.password = 'changed at Royal Mail'
    for (const [at, key] of [
      [scene, 'at-the-first'],
      [second, 'at-the-second'],
    ] as const)
      expect((await buyAt(at, key)).body).toContain('refused the user name or password')
    expect(tokens()).toBe(1)
    scene.account.password = LOGIN.password
    expect(await test()).toMatchObject({ result: 'connected' })
    expect([200, 202]).toContain((await buyAt(second, 'after-the-test')).statusCode)
  } finally {
    await second.app.close()
  }
})
