import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sealUnder } from '../../sealed-text.ts'
import { aBuyer, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import * as keys from '../click-and-drop/connection.store.ts'
import * as logins from '../shipping-v3/login.store.ts'

const seal = sealUnder('a secret of the installation')
const LOGIN = { username: 'bindery', password: 'first', posting_location: '9000000001' }

let scene: PurchaseScene
let own: string
let other: string
beforeEach(async () => {
  scene = await purchaseScene(0)
  own = scene.buyer.account
  other = (await aBuyer(scene, 0)).account
})
afterEach(() => scene.close())

const loginOf = async (account: string) => (await logins.loginOf(scene.context.db, seal, account))!

describe('logins of two accounts', () => {
  beforeEach(async () => {
    for (const account of [own, other]) await logins.saveLogin(scene.context.db, seal, account, LOGIN)
  })

  it('are refused and tried again each by itself, for a quarter of an hour', async () => {
    const { db } = scene.context
    const refused = async () => [(await loginOf(own)).is_refused, (await loginOf(other)).is_refused]
    const [{ id: ownId }, { id: otherId }] = [await loginOf(own), await loginOf(other)]
    await logins.refuseLogin(db, ownId)
    expect(await refused()).toEqual([true, false])
    const until = sql<number>`round(extract(epoch from refused_until - clock_timestamp()) / 60)::int`.as('minutes')
    const rows = await db.selectFrom('shipping_v3.login').select(until).where('id', '=', ownId).execute()
    expect(rows).toEqual([{ minutes: 15 }])
    await logins.tryLoginAgain(db, otherId)
    expect(await refused()).toEqual([true, false])
    await logins.refuseLogin(db, otherId)
    await logins.tryLoginAgain(db, ownId)
    expect(await refused()).toEqual([false, true])
  })

  it('end each by itself, and the newest with the same user name stays for what was bought', async () => {
    const { db } = scene.context
    const { id } = await loginOf(own)
    await logins.saveLogin(db, seal, own, { ...LOGIN, password: 'second' })
    await logins.saveLogin(db, seal, own, { ...LOGIN, password: 'third' })
    await logins.saveLogin(db, seal, own, { ...LOGIN, username: 'another', password: 'fourth' })
    await logins.saveLogin(db, seal, other, { ...LOGIN, password: 'of the other' })
    await logins.endLogin(db, own)
    expect(await logins.loginOf(db, seal, own)).toBeUndefined()
    expect(await logins.connectedSince(db, own)).toBeUndefined()
    expect(await loginOf(other)).toMatchObject({ password: 'of the other' })
    expect((await logins.connectedSince(db, other))!.since).toBeInstanceOf(Date)
    expect(await logins.loginFor(db, seal, id)).toMatchObject({ username: 'bindery', password: 'third' })
    expect(await logins.loginFor(db, seal, randomUUID())).toBeUndefined()
  })
})

const keyOf = async (account: string) => (await keys.connectionOf(scene.context.db, seal, account))!

it('keys of two accounts end each by itself, stay for what was bought, and may print labels or not', async () => {
  const { db } = scene.context
  for (const account of [own, other]) await keys.connectAccount(db, seal, account, `key of ${account}`)
  const first = await keyOf(own)
  expect(first).toMatchObject({ key: `key of ${own}`, prints_labels: null })
  await keys.notePrintsLabels(db, first.id, false)
  expect([(await keyOf(own)).prints_labels, (await keyOf(other)).prints_labels]).toEqual([false, null])
  await keys.connectAccount(db, seal, own, 'the second key', true)
  expect(await keyOf(own)).toMatchObject({ key: 'the second key', prints_labels: true })
  await keys.endConnection(db, own)
  expect(await keys.connectionOf(db, seal, own)).toBeUndefined()
  expect(await keys.openConnectionOf(db, own)).toBeUndefined()
  expect(await keyOf(other)).toMatchObject({ key: `key of ${other}` })
  expect(await keys.openConnectionOf(db, other)).toMatchObject({ prints_labels: null })
  expect(await keys.connectionWith(db, seal, first.id)).toMatchObject({ key: `key of ${own}`, prints_labels: false })
  expect(await keys.connectionWith(db, sealUnder('another secret'), first.id)).toBeUndefined()
})
