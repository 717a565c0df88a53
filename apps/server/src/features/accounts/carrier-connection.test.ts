import type { CarrierConnection, ConnectionTest } from '@postroom/contract/carrier-connection'
import type { Shipment } from '@postroom/contract/shipment'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clickAndDropScene, type ClickAndDropScene } from '../../testing/click-and-drop/click-and-drop-scene.ts'
import { purchaseScene } from '../../testing/purchase-scene.ts'
import { strangerOf } from '../../testing/every-call.ts'
import { signInto } from '../../testing/sign-into.ts'

const NEW_KEY = 'another-key-of-the-bindery'

let scene: ClickAndDropScene
let manager: string
beforeEach(async () => {
  scene = await clickAndDropScene(50_00)
  manager = (await signInto(scene, scene.buyer.organisation)).authorization
})
afterEach(() => scene.close())

const urlOf = (account: string, rest = ''): string => `/api/stamp/v1/carrieraccount/${account}/connection${rest}`

function call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', rest = '', payload?: object, authorization = manager) {
  const url = urlOf(scene.buyer.account, rest)
  return scene.app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) })
}
const connect = (api_key: string) => call('PUT', '', { api_key })
const connection = async () => (await call('GET')).json<CarrierConnection>()
const tested = async () => (await call('POST', '/test')).json<ConnectionTest>()
const buy = (key: string) => scene.buyer.buy(key)
const audited = () =>
  scene.context.db.selectFrom('audit_event').select(['event', 'details']).where('event', 'like', 'carrier_%').execute()

describe('a key of an account', () => {
  it('is used from the moment that the carrier has accepted it, and never shown', async () => {
    const account = scene.stub.open(NEW_KEY)
    const answer = await connect(`  ${NEW_KEY} `)
    expect(answer.json()).toEqual({ result: 'connected', release: 'Stub', prints_labels: true })
    expect(await connection()).toMatchObject({ state: 'connected', prints_labels: true })
    expect((await call('GET')).body + answer.body).not.toContain(NEW_KEY)
    await buy('with-the-new-key')
    expect([account.orders.all().length, scene.account.orders.all().length]).toEqual([1, 0])
    expect(await audited()).toEqual([{ event: 'carrier_connected', details: { prints_labels: 'true' } }])
    const sealed = scene.context.db.selectFrom('click_and_drop.connection').select('api_key').execute()
    expect(JSON.stringify(await sealed)).not.toContain(NEW_KEY)
  })

  it('that the carrier refuses leaves the present one in use', async () => {
    expect((await connect('mistyped')).json()).toEqual({
      result: 'refused',
      reason: 'Royal Mail refused the key of this account.',
    })
    await buy('with-the-old-key')
    expect(scene.account.orders.all()).toHaveLength(1)
    expect(await audited()).toEqual([])
  })

  it('that cannot be checked is not saved', async () => {
    scene.stub.open(NEW_KEY)
    scene.stub.faults.plan('list', { kind: 'down' })
    expect((await connect(NEW_KEY)).json()).toEqual({ result: 'no_answer' })
    expect(await audited()).toEqual([])
  })

  it.each(['', ' ', 'two words', 'line\nbreak', 'clé', 'x'.repeat(501)])('is not %j', async (api_key) => {
    expect((await connect(api_key)).json()).toMatchObject({ code: 'invalid_request', fields: [{ field: 'api_key' }] })
  })
})

describe('a test of the connection', () => {
  it('reports an account that may not print labels, and remembers it', async () => {
    expect(await connection()).not.toHaveProperty('prints_labels')
    scene.account.isBusiness = false
    expect(await tested()).toMatchObject({ result: 'connected', prints_labels: false })
    expect(await connection()).toMatchObject({ state: 'connected', prints_labels: false })
    scene.account.isBusiness = true
    expect(await tested()).toMatchObject({ prints_labels: true })
  })

  it('is limited, because each one calls the carrier', async () => {
    await call('DELETE')
    for (let times = 0; times < 20; times++) expect(await tested()).toEqual({ result: 'not_connected' })
    expect((await call('POST', '/test')).json()).toMatchObject({ code: 'too_many_requests' })
    expect((await connect(NEW_KEY)).json()).toMatchObject({ code: 'too_many_requests' })
  })
})

it('disconnected, the account buys nothing, and voids what it bought', async () => {
  const { id } = (await buy('before-the-end')).json<Shipment>()
  expect((await call('DELETE')).json()).toEqual({ state: 'not_connected', asks: 'api_key' })
  await call('DELETE')
  expect((await audited()).map(({ event }) => event)).toEqual(['carrier_disconnected'])
  expect((await buy('after-the-end')).json()).toMatchObject({ code: 'carrier_rejected' })
  const { authorization } = scene.buyer
  const voided = await scene.app.inject({
    method: 'PUT',
    url: `/api/stamp/v1/shipment/${id}/void`,
    headers: { authorization },
    payload: { cancellation_reason: 'Wrong' },
  })
  expect(voided.json()).toMatchObject({ status: 'voided' })
})

it('is out of reach for other organisations, and for users who do not manage', async () => {
  const { organisation } = await strangerOf(scene)
  const { authorization: stranger } = await signInto(scene, organisation)
  const { authorization: sender } = await signInto(scene, scene.buyer.organisation, { permissions: ['mod_shipping'] })
  const asked = [['GET'], ['PUT', '', { api_key: NEW_KEY }], ['POST', '/test'], ['DELETE']] as const
  for (const [method, rest, payload] of asked) {
    expect((await call(method, rest, payload, stranger)).statusCode).toBe(404)
    expect((await call(method, rest, payload, sender)).statusCode).toBe(403)
  }
  expect(await connection()).toMatchObject({ state: 'connected' })
})

it('is not needed where specimens are sold', async () => {
  const sandbox = await purchaseScene(0)
  const { authorization } = await signInto(sandbox, sandbox.buyer.organisation)
  const ask = (method: 'GET' | 'DELETE') =>
    sandbox.app.inject({ method, url: urlOf(sandbox.buyer.account), headers: { authorization } })
  expect((await ask('GET')).json()).toEqual({ state: 'not_needed' })
  expect((await ask('DELETE')).json()).toMatchObject({ code: 'carrier_without_keys' })
  await sandbox.close()
})
