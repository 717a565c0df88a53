import type { AuthUser } from '@postroom/contract/auth'
import type { listCarrierAccounts } from '@postroom/contract/carrier'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { Shipment } from '@postroom/contract/shipment'
import { ukDateOf } from '@postroom/domain/calendar'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, test } from 'vitest'
import { aShipmentDraft } from '../../testing/purchase-scene.ts'
import { changeRole } from '../administration/change-role.ts'
import { findMember } from '../administration/member.store.ts'
import { testApp, tokenRequest, type TestApp } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/test-database.ts'
import { verifyChains } from './verify-chains.store.ts'

const IP = '203.0.113.7'

let now = new Date('2026-11-20T10:00:00Z')
let server: TestApp
let manager: AuthUser
let lite: AuthUser
let account: string
let shipment: Shipment
beforeAll(async () => {
  server = await testApp({ now: () => now })
  manager = await server.signIn()
  lite = await server.signIn('lite')
  const accounts = await server.as(manager, 'GET', '/stamp/v1/carrieraccount')
  account = accounts.json<AnswerOf<typeof listCarrierAccounts>>().data[0]!.id
})
afterAll(() => server.close())

/** A call of a signed-in user from the address that the log must show. */
const call = (user: AuthUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress: IP,
    headers: { authorization: `Bearer ${user.token}` },
    ...(payload && { payload }),
  })
const signIn = (changes: Record<string, string | undefined>, path?: string) =>
  server.app.inject({ ...tokenRequest(changes, path), remoteAddress: IP })
const renew = (refresh_token: string) =>
  signIn({ grant_type: 'token', refresh_token, username: undefined, password: undefined }, '/auth/v1/refresh')
const another = async () => (await signIn({})).json<AuthUser>()
const buy = async (key: string) => {
  const draft = aShipmentDraft({ by: account, shipping_date: ukDateOf(now) })
  const answer = await call(manager, 'POST', `/stamp/v1/shipment/process?pending_id=${key}`, draft)
  shipment = answer.json<Shipment>()
}

const recorded = (event: string) =>
  server.context.db.selectFrom('audit_event').selectAll().where('event', '=', event).orderBy('id').execute()

const PERSON = { username: 'rhiannon', email: 'rhiannon@example.com', fullname: 'Rhiannon Pugh', plan: 'full' }

/** The actions, and the entries that each leaves. */
const RECORDS: Record<string, () => Promise<unknown>> = {
  signed_in: () => signIn({}),
  sign_in_failed: () => signIn({ password: 'wrong' }),
  refresh_token_reused: async () => {
    const first = (await another()).refresh_token
    const second = (await renew(first)).json<AuthUser>().refresh_token
    await renew(second)
    await renew(first)
  },
  signed_out: async () => call(await another(), 'GET', '/identity/v1/user/logout'),
  permission_denied: () => call(lite, 'GET', '/identity/v1/organisation/audit'),
  not_in_plan: () => call(lite, 'GET', '/stamp/v1/address'),
  postage_bought: () => buy('recorded-purchase'),
  shipment_reprinted: () =>
    call(manager, 'POST', `/stamp/v1/shipment/${shipment.id}/reprint`, { documents: ['label'] }),
  'void_requested postage_voided': () =>
    call(manager, 'PUT', `/stamp/v1/shipment/${shipment.id}/void`, { cancellation_reason: 'Wrong address' }),
  topup_recorded: async () => {
    const { db } = server.context
    await changeRole(db, (await findMember(db, 'demo'))!, 'operator', true)
    return call(manager, 'POST', `/stamp/v1/carrieraccount/${account}/topup`, { amount: 100, reference: 'BACS 1' })
  },
  account_opened: () => call(manager, 'POST', '/stamp/v1/carrieraccount', { name: 'Returns' }),
  account_changed: () => call(manager, 'PUT', `/stamp/v1/carrieraccount/${account}`, { name: 'Post' }),
  statement_exported: () => call(manager, 'GET', `/stamp/v1/carrieraccount/${account}/statement.csv`),
  addresses_exported: () => call(manager, 'GET', '/stamp/v1/address/export'),
  user_invited: () => call(manager, 'POST', '/identity/v1/organisation/user', { ...PERSON, roles: ['sender'] }),
}

test.each(Object.entries(RECORDS))('%s: one entry, with user, address and call id', async (events, act) => {
  const newest = Math.max(
    0,
    ...(await server.context.db.selectFrom('audit_event').select('id').execute()).map(({ id }) => id),
  )
  await act()
  for (const event of events.split(' ')) {
    const fresh = async () => (await recorded(event)).filter(({ id }) => id > newest)
    await expect.poll(fresh).toHaveLength(1) // a failed sign-in is recorded after its answer
    const [entry] = await fresh()
    expect(entry).toMatchObject({ ip: IP, request_id: AN_ID, ...(!OF_THE_CARRIER.has(event) && { user_id: AN_ID }) })
    expect(JSON.stringify(entry?.details)).not.toMatch(/wrong|Chalcot|demo-postroom/)
  }
})

const AN_ID = expect.stringMatching(/^[\w-]{36}$/) as string
/** The carrier's decision has no user. */
const OF_THE_CARRIER = new Set(['postage_voided'])

const refusals = () => recorded('permission_denied')
const denied = async (path: string) => expect((await call(lite, 'GET', path)).statusCode).toBe(403)

const entries = () => server.context.db.selectFrom('audit_event').select('id').orderBy('id').execute()

it('a call that is refused for another reason leaves no entry', async () => {
  const before = await entries()
  expect((await call(manager, 'GET', '/stamp/v1/address?length=0')).statusCode).toBe(400)
  expect((await call(manager, 'GET', `/stamp/v1/address/${crypto.randomUUID()}`)).statusCode).toBe(404)
  expect(await entries()).toEqual(before)
})

it('repeated refusals leave one entry for each user and call in a quarter of an hour', async () => {
  const before = (await refusals()).length
  await Promise.all(Array.from({ length: 20 }, () => denied('/identity/v1/organisation/user')))
  expect((await refusals()).length - before).toBe(1)
  expect((await refusals()).at(-1)?.details).toEqual({ call: 'listMembers' })
  now = new Date(now.getTime() + 14 * 60_000)
  await denied('/identity/v1/organisation/user')
  expect((await refusals()).length - before).toBe(1)
  now = new Date(now.getTime() + 2 * 60_000)
  await denied('/identity/v1/organisation/user')
  expect((await refusals()).length - before).toBe(2)
})

it('a refusal is recorded before it is answered', async () => {
  const lock = new pg.Client({ connectionString: server.database.url })
  await lock.connect()
  onTestFinished(() => lock.end())
  await lock.query('begin; lock table audit_event in access exclusive mode')
  let isAnswered = false
  const answer = denied('/stamp/v1/topup').finally(() => (isAnswered = true))
  await untilWaiting(server.database.url, 1)
  expect(isAnswered).toBe(false)
  await lock.query('commit')
  await answer
})

it('wrong passwords leave no more entries than the sign-in throttle lets through', async () => {
  const before = (await recorded('sign_in_failed')).length
  await server.context.db.deleteFrom('sign_in_failure').execute()
  for (let guess = 0; guess < 14; guess++) await signIn({ password: 'wrong' })
  await expect.poll(async () => (await recorded('sign_in_failed')).length - before).toBe(10)
})

it('the manager sees the address of each entry, and the chain covers it', async () => {
  const log = await call(manager, 'GET', '/identity/v1/organisation/audit?event=account_opened')
  expect(log.json()).toMatchObject({ data: [{ ip: IP, request_id: expect.any(String) as string }] })
  expect((await verifyChains(server.context.db)).broken).toEqual([])
})
