import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { permissionsOf } from '@postroom/domain/people/roles'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { firstClass, pathOf } from '../features/contract-prices/testing/contract-files.ts'
import { aBuyerAt, type BuyerAt } from '../testing/buyer-at.ts'
import { callsWith, codeOf, tally } from '../testing/call-server.ts'
import { aKey } from '../testing/made-things.ts'
import { PRICE } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { asOwner } from '../testing/test-database.ts'
import { threeServers, type ThreeServers } from '../testing/three-servers.ts'

const ACCOUNTS = '/stamp/v1/carrieraccount'
const MEMBERS = '/identity/v1/organisation/user'
const SETTINGS = '/identity/v1/organisation/settings'

let servers: ThreeServers
let buyer: BuyerAt
beforeAll(async () => {
  servers = await threeServers()
})
beforeEach(async () => {
  buyer = await aBuyerAt(servers, 100_00)
})
afterAll(() => servers.stop())

/** What every process answers to its next call. */
const everywhere = <T>(ask: (url: string) => Promise<T>): Promise<T[]> => Promise.all(servers.urls.map(ask))
let purchases = 0
const buyAt = async (at: string) => codeOf(await buyer.buy(`at-each-process-${purchases++}`, { at }))

it('a contract price is in force at every process with the next call', async () => {
  const operator = await signInto(servers, servers.organisation, { permissions: permissionsOf(['operator'], 'full') })
  const tomorrow = addDays(ukDateOf(new Date()), 1)
  const charges = async () => {
    const sold = await everywhere((at) => buyer.buy(`for-a-price-${purchases++}`, { at, shipping_date: tomorrow }))
    return sold.map(({ body }) => body.charges.total_charge)
  }
  expect(await charges()).toEqual([PRICE, PRICE, PRICE])
  const added = await fetch(`${servers.urls[0]}/api${pathOf(buyer.account, tomorrow)}`, {
    method: 'POST',
    headers: { authorization: operator.authorization, 'content-type': 'text/csv' },
    body: firstClass(20),
  })
  expect(added.status).toBe(200)
  expect(await charges()).toEqual([PRICE - 20, PRICE - 20, PRICE - 20])
})

it('a stop of all sales, and its end, apply at every process with the next call', async () => {
  expect(await everywhere(buyAt)).toEqual([200, 200, 200])
  await asOwner(servers.database.url, `insert into sales_stop (broken) values ('I1')`)
  expect(await everywhere(buyAt)).toEqual(['try_again', 'try_again', 'try_again'])
  await asOwner(servers.database.url, 'delete from sales_stop')
  expect(await everywhere(buyAt)).toEqual([200, 200, 200])
})

it('an account that is closed at one process buys at none', async () => {
  const manager = callsWith((await signInto(servers, buyer.organisation)).authorization)
  expect((await manager(servers.urls[1]!, 'PUT', `${ACCOUNTS}/${buyer.account}`, { is_active: false })).status).toBe(
    200,
  )
  expect(await everywhere(buyAt)).toEqual(['invalid_request', 'invalid_request', 'invalid_request'])
})

it('a spending limit that is set at one process binds all', async () => {
  const manager = callsWith((await signInto(servers, buyer.organisation)).authorization)
  const limits = { purchases_per_minute: null, pence_per_day: PRICE }
  expect((await manager(servers.urls[2]!, 'PUT', `${ACCOUNTS}/${buyer.account}`, { limits })).status).toBe(200)
  expect(tally(await everywhere(buyAt))).toEqual({ 200: 1, spending_limit: 2 })
})

const statuses = (by: string, path: string) => everywhere(async (url) => (await callsWith(by)(url, 'GET', path)).status)

it('a right that is taken away, and a key that is revoked, end at every process with the next call', async () => {
  const { authorization, user } = await signInto(servers, buyer.organisation)
  const colleague = callsWith((await signInto(servers, buyer.organisation)).authorization)
  const { authorization: key, id } = await aKey(servers, buyer.organisation, user)
  expect(await statuses(key, ACCOUNTS)).toEqual([200, 200, 200])
  expect((await colleague(servers.urls[0]!, 'DELETE', `/identity/v1/organisation/apikey/${id}`)).status).toBe(200)
  expect(await statuses(key, ACCOUNTS)).toEqual([401, 401, 401])

  expect(await statuses(authorization, MEMBERS)).toEqual([200, 200, 200])
  expect((await colleague(servers.urls[1]!, 'PUT', `${MEMBERS}/${user}`, { roles: ['sender'] })).status).toBe(200)
  expect(await statuses(authorization, MEMBERS)).toEqual([403, 403, 403])
})

it('settings that are saved at one process are read at all', async () => {
  const manager = callsWith((await signInto(servers, buyer.organisation)).authorization)
  const saved = { delivery_mails: { addressee: ['delivered'], sender: [] } }
  expect((await manager(servers.urls[2]!, 'PUT', SETTINGS, saved)).status).toBe(200)
  const read = await everywhere(async (url) => (await manager<object>(url, 'GET', SETTINGS)).body)
  expect(read).toEqual([saved, saved, saved])
})
