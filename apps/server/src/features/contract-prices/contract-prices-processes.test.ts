import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { pricesOf } from '@postroom/domain/testing/contracts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Context } from '../../context.ts'
import { openDatabase } from '../../db/database.ts'
import { anOperator, type Caller } from '../../testing/operators.ts'
import { aBuyer, PRICE, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { untilWaiting } from '../../testing/test-database.ts'
import { bought, firstClass, listOf, pathOf, TODAY, TOMORROW } from './testing/contract-files.ts'

let scene: PurchaseScene
let operator: Caller
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  operator = await anOperator(scene)
})
afterAll(() => scene.close())

/** Another process of the same installation: its own connections and its own caches of accounts. */
async function another(now: () => Date): Promise<Context & { app: Awaited<ReturnType<typeof buildApp>> }> {
  const database = await openDatabase(scene.database.url)
  const context = { ...scene.context, db: database.db, pool: database.pool, platformPool: database.platformPool, now }
  const app = await buildApp(context, { logLevel: 'silent', isReady: () => Promise.resolve(true) })
  onTestFinished(async () => {
    await app.close()
    await database.close()
  })
  return { ...context, app }
}

describe('two server processes', () => {
  it('sell at the new price from midnight on, also one that has sold at the old one a moment before', async () => {
    let instant = '2026-11-20T23:59:59.999Z'
    const evening = { ...scene.context, now: () => new Date('2026-11-20T23:30:00Z') }
    const customer = await aBuyer({ context: evening, app: scene.app }, 100_00)
    const other = await another(() => new Date(instant))
    const sellThere = async (key: string, shipping_date: string) =>
      other.app.inject({
        method: 'POST',
        url: `/api/stamp/v1/shipment/process?pending_id=process-${key}`,
        headers: { authorization: customer.authorization },
        payload: customer.draft({ shipping_date }),
      })
    expect((await sellThere('before', TODAY)).json<Shipment>().charges.total_charge).toBe(PRICE)
    expect((await sellThere('before-it-is-added', TOMORROW)).json<Shipment>().charges.total_charge).toBe(PRICE)
    listOf(await operator.send(pathOf(customer.account, TOMORROW), firstClass(20)))
    expect((await sellThere('still-today', TODAY)).json<Shipment>().charges.total_charge).toBe(PRICE)
    expect((await sellThere('for-tomorrow', TOMORROW)).json<Shipment>().charges.total_charge).toBe(PRICE - 20)
    instant = '2026-11-21T00:00:00Z'
    expect((await sellThere('after', TOMORROW)).json<Shipment>().charges.total_charge).toBe(PRICE - 20)
    expect((await sellThere('yesterday', TODAY)).json<ErrorBody>().code).toBe('shipping_date_out_of_range')
  })

  it('sell nothing at a price that a list added meanwhile has replaced', async () => {
    const customer = await aBuyer(scene, 100_00)
    const adding = new pg.Client(scene.database.url)
    await adding.connect()
    onTestFinished(() => adding.end())
    await adding.query('begin')
    await adding.query(`select from carrier_account where id = '${customer.account}' for no key update`)
    // a call begins when its answer is asked for
    const selling = Promise.resolve(customer.buy('raced-with-a-list', customer.draft({ shipping_date: TOMORROW })))
    await untilWaiting(scene.database.url, 1)
    const prices = JSON.stringify(pricesOf(['1'], ({ price }) => ({ price: price - 50 })))
    await adding.query(
      `insert into contract_price_list (organisation_id, carrier_account_id, effective_from, prices, sha256, added_by, added_on)
       values ($1, $2, $3, $4, repeat('0', 64), $5, $6)`,
      [customer.organisation, customer.account, TOMORROW, prices, operator.user, TODAY],
    )
    await adding.query('commit')
    const refused = await selling
    expect([refused.statusCode, refused.json<ErrorBody>().code]).toEqual([503, 'try_again'])
    expect(await customer.balance()).toBe(100_00)
    await bought(customer, 'raced-with-a-list', TOMORROW, PRICE - 50)
    expect(await customer.balance()).toBe(100_00 - PRICE + 50)
  })
})
