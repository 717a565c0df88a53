import type { CarrierConnection } from '@postroom/contract/carrier-connection'
import type { Shipment } from '@postroom/contract/shipment'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signInto } from '../../testing/sign-into.ts'
import { LOGIN, shippingV3Scene, type ShippingV3Scene } from '../../testing/shipping-v3/shipping-v3-scene.ts'
import type { StubAccount } from '../../testing/shipping-v3/shipping-v3-stub.ts'
import { asOwner } from '../../testing/test-database.ts'

const OTHER = { username: 'other-bindery', password: 'another password', posting_location: '9000000002' }

let scene: ShippingV3Scene
let other: StubAccount
let manager: string
beforeEach(async () => {
  scene = await shippingV3Scene(50_00)
  other = scene.stub.open(OTHER.username, OTHER.password)
  manager = (await signInto(scene, scene.buyer.organisation)).authorization
})
afterEach(() => scene.close())

function call(method: 'GET' | 'PUT' | 'DELETE', payload?: object) {
  const url = `/api/stamp/v1/carrieraccount/${scene.buyer.account}/connection`
  return scene.app.inject({ method, url, headers: { authorization: manager }, ...(payload && { payload }) })
}

describe('a login of an account', () => {
  it('is used from the moment that the carrier has accepted it, and never shown', async () => {
    const answer = await call('PUT', { login: OTHER })
    expect(answer.json()).toEqual({ result: 'connected', prints_labels: true })
    expect((await call('GET')).json<CarrierConnection>()).toMatchObject({
      state: 'connected',
      asks: 'login',
      prints_labels: true,
    })
    expect((await call('GET')).body + answer.body).not.toContain(OTHER.password)
    await scene.buyer.buy('with-the-new-login')
    expect([other.shipments.length, scene.account.shipments.length]).toEqual([1, 0])
    const { rows } = await asOwner(scene.database.url, 'select password from shipping_v3.login')
    expect(JSON.stringify(rows)).not.toContain(OTHER.password)
  })

  it('that the carrier refuses leaves the present one in use', async () => {
    const answer = await call('PUT', { login: { ...OTHER, password: 'mistyped' } })
    expect(answer.json()).toMatchObject({ result: 'refused', reason: expect.stringContaining('password') as string })
    await scene.buyer.buy('with-the-old-login')
    expect(scene.account.shipments).toHaveLength(1)
  })

  it('that was replaced still voids what was bought with it', async () => {
    const { id } = (await scene.buyer.buy('before-the-change')).json<Shipment>()
    await call('PUT', { login: OTHER })
    await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong' })
    expect(scene.account.shipments.map(({ state }) => state)).toEqual(['cancelled'])
  })

  it('is no API key', async () => {
    expect((await call('PUT', { api_key: 'a-key' })).json()).toMatchObject({ result: 'refused' })
    expect((await call('PUT', {})).json()).toMatchObject({ code: 'invalid_request', fields: [{ field: 'api_key' }] })
  })

  it.each([
    ['username', ''],
    ['username', 'x'.repeat(101)],
    ['password', 'line\nbreak'],
    ['password', 'clé'],
    ['posting_location', '900000001'],
  ])('has no %s %j', async (field, typed) => {
    const answer = await call('PUT', { login: { ...LOGIN, [field]: typed } })
    expect(answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ field: `login.${field}` }] })
  })
})

it('ended, buys nothing, and voids what it bought', async () => {
  const { id } = (await scene.buyer.buy('before-the-end')).json<Shipment>()
  expect((await call('DELETE')).json()).toEqual({ state: 'not_connected', asks: 'login' })
  expect((await scene.buyer.buy('after-the-end')).json()).toMatchObject({ code: 'carrier_rejected' })
  await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong' })
  expect(scene.account.shipments.map(({ state }) => state)).toEqual(['cancelled'])
})
