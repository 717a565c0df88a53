import type { listDevices } from '@postroom/contract/device-list'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { Permission } from '@postroom/domain/people/permissions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInto } from '../../testing/sign-into.ts'
import { aBuyer, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { reportingDevice } from '../../testing/reporting-device.ts'

const NOW = new Date('2026-11-20T10:00:00Z')

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(0)
  scene.context.now = () => NOW
})
afterAll(() => scene.close())

async function manager(permissions: Permission[] = ['administration']) {
  const { organisation } = await aBuyer(scene, 0)
  const { authorization } = await signInto(scene, organisation, { permissions })
  const get = (path: string) =>
    scene.app.inject({ url: `/api/identity/v1/organisation/${path}`, headers: { authorization } })
  return { organisation, get }
}

it('lists the device managers of the organisation by name, as they reported themselves', async () => {
  const { organisation, get } = await manager()
  await reportingDevice(scene, organisation, 'Reception')
  const bench = await reportingDevice(scene, organisation, 'Bench')
  const printer = { id: 'p1', name: 'QL-1110NWB', kinds: ['shipping' as const], error_code: 'media_empty' }
  await bench.reportDevice({ version: '1.0.0', newer_version: '1.1.0', printers: [printer] })
  const { data, total } = (await get('device')).json<AnswerOf<typeof listDevices>>()
  expect(total).toBe(2)
  expect(data.map(({ alias }) => alias)).toEqual(['Bench', 'Reception'])
  expect(data[0]).toMatchObject({
    connected: false,
    version: '1.0.0',
    newer_version: '1.1.0',
    reported_at: NOW.toISOString(),
    printers: [{ ...printer, since: NOW.toISOString() }],
  })
  expect(data[1]).not.toHaveProperty('version')
  expect(data[1]!.printers).toEqual([])
})

it('shows neither the device managers of other organisations nor anything to users who manage nothing', async () => {
  const one = await manager()
  await reportingDevice(scene, one.organisation)
  const other = await manager()
  expect((await other.get('device')).json()).toMatchObject({ data: [], total: 0 })
  const clerk = await manager(['mod_shipping'])
  for (const path of ['device', 'retention']) expect((await clerk.get(path)).statusCode).toBe(403)
})

it('says how long personal data is kept, as the installation is set', async () => {
  const { get } = await manager()
  scene.context.settings.retentionDays = 400
  const { data } = (await get('retention')).json<{ data: { kind: string; days: number }[] }>()
  expect(data).toEqual([
    { kind: 'people', days: 400 },
    { kind: 'manual', days: 400 },
    { kind: 'tests', days: 1 },
    { kind: 'pending', days: 90 },
    { kind: 'batches', days: 90 },
    { kind: 'drafts', days: 30 },
    { kind: 'addresses', days: 30 },
    { kind: 'notices', days: 90 },
  ])
})
