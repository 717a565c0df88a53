import type { Hub } from '@postroom/contract/hub'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { endOtherGrants } from './hub-grant.store.ts'
import { pairedDevice, type PairedDevice } from './testing/paired-device.ts'

let app: TestApp
let device: PairedDevice
beforeAll(async () => {
  app = await testApp()
  app.context.settings.hubInstance = 'depot-2'
  device = await pairedDevice(app)
})
afterAll(() => app.close())

const countGrants = async () => (await app.database.db.selectFrom('hub_grant').select('hash').execute()).length

test('the instance names the channels of user, device and signed request alike', async () => {
  const base = `pubnub.${device.hub.id}.depot-2`
  const channels = { req: `${base}.req`, res: `${base}.res`, evt: `${base}.evt` }
  expect(device.hub.channels).toEqual(channels)
  expect((await device.grant()).channels).toEqual(channels)
  const asked = { op: 'status', args: {}, expires_in_ms: 5_000 }
  const signed = await app.as(await app.signIn(), 'POST', `/iot/v1/hub/${device.hub.id}/request`, asked)
  expect(JSON.parse(signed.json<{ b: string }>().b)).toMatchObject({ ch: channels.req })
})

test('the longest names fit a channel of PubNub', async () => {
  app.context.settings.hubInstance = 'a'.repeat(32)
  const hubs = (await app.as(await app.signIn(), 'GET', '/iot/v1/hub')).json<{ data: Hub[] }>()
  expect(hubs.data[0]!.channels.evt.length).toBeLessThanOrEqual(92)
  app.context.settings.hubInstance = 'depot-2'
})

test.each([
  ['continues under its own name', 'depot-2', 0],
  ['continues under another name, even one with the same beginning', 'depot', 1],
  ['continues over PubNub', undefined, 1],
])('when the server %s, what was granted for other channels ends', async (_, instance, ended) => {
  await app.database.db.deleteFrom('hub_grant').execute()
  await device.grant()
  const before = await countGrants()
  await endOtherGrants(app.context.db, instance)
  expect(before - (await countGrants())).toBe(ended)
})
