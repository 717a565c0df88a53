import type { listNotices } from '@postroom/contract/notice'
import type { ReportedDevice, ReportedPrinter } from '@postroom/contract/device-report'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendNotices } from '../../notices/send-notices.ts'
import { signInto } from '../../testing/sign-into.ts'
import { aBuyer, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { reportingDevice, type ReportingDevice } from '../../testing/reporting-device.ts'
import { asOwner } from '../../testing/test-database.ts'

const START = new Date('2026-11-20T10:00:00Z')

let scene: PurchaseScene
let now: Date
let front: ReportingDevice
let back: ReportingDevice
let manager: Awaited<ReturnType<typeof signInto>>
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.now = () => now
})
afterAll(() => scene.close())
beforeEach(async () => {
  now = START
  const { organisation } = await aBuyer(scene, 0)
  manager = await signInto(scene, organisation, { permissions: ['administration'] })
  front = await reportingDevice(scene, organisation, 'Front')
  back = await reportingDevice(scene, organisation, 'Back')
})

const afterMinutes = (minutes: number) => (now = new Date(START.getTime() + minutes * 60_000))
const PRINTER: ReportedPrinter = { id: 'p1', name: 'Brother QL-1110NWB', kinds: ['mailing', 'shipping'] }
const withPrinter = (error_code?: string): ReportedDevice => ({
  version: '1.0.0',
  printers: [{ ...PRINTER, ...(error_code !== undefined && { error_code }) }],
})
const withVersion = (newer_version?: string): ReportedDevice => ({
  version: '1.0.0',
  printers: [],
  ...(newer_version !== undefined && { newer_version }),
})
async function notices() {
  now = START // the manager is still signed in
  const url = '/api/identity/v1/user/notice'
  const answer = await scene.app.inject({ url, headers: { authorization: manager.authorization } })
  return answer.json<AnswerOf<typeof listNotices>>().data.map(({ content }) => content)
}
const stopped = (error_code: string) => ({
  event: 'printer_stopped',
  alias: 'Front',
  printer: PRINTER.name,
  error_code,
})

it('notifies managers of a printer that has not been able to print for ten minutes, once', async () => {
  for (const minutes of [0, 1, 9]) {
    afterMinutes(minutes)
    await front.reportDevice(withPrinter('media_empty'))
  }
  expect(await notices()).toEqual([])
  for (const minutes of [10, 11, 60]) {
    afterMinutes(minutes)
    await front.reportDevice(withPrinter('media_empty'))
  }
  expect(await notices()).toEqual([stopped('media_empty')])
})

it('notifies again after the printer has printed, or of another error that lasts', async () => {
  const steps: [number, string?][] = [
    [0, 'media_empty'],
    [10, 'media_empty'],
    [11],
    [12, 'media_empty'],
    [21, 'media_empty'],
    [22, 'media_empty'],
    [23, 'cover_open'],
    [33, 'cover_open'],
  ]
  for (const [minutes, error] of steps) {
    afterMinutes(minutes)
    await front.reportDevice(withPrinter(error))
  }
  expect(await notices()).toEqual([stopped('cover_open'), stopped('media_empty'), stopped('media_empty')])
})

it.each(['printer_offline', 'printer_cooling'])('notifies nobody of %s, which needs nobody', async (error) => {
  for (const minutes of [0, 600]) {
    afterMinutes(minutes)
    await front.reportDevice(withPrinter(error))
  }
  expect(await notices()).toEqual([])
})

it('notifies once of each newer version, however many device managers report it at once', async () => {
  const reports = [front, back, front, back].map((device) => device.reportDevice(withVersion('1.1.0')))
  await Promise.all(reports)
  await front.reportDevice(withVersion())
  await front.reportDevice(withVersion('1.1.0'))
  const found = await notices()
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ event: 'device_outdated', version: '1.0.0', newer_version: '1.1.0' })
  await back.reportDevice(withVersion('1.2.0'))
  expect(await notices()).toHaveLength(2)
})

it('sends the managers a mail that names the printer and the workstation', async () => {
  await asOwner(scene.database.url, 'delete from outbox')
  for (const minutes of [0, 10]) {
    afterMinutes(minutes)
    await front.reportDevice(withPrinter('media_empty'))
  }
  await front.reportDevice(withVersion('1.1.0'))
  const mails: { subject: string; text: string }[] = []
  const mailer = { send: async (mail: { subject: string; text: string }) => void mails.push(mail) }
  await sendNotices({ ...scene.context, mailer }, quietLog)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Device manager / Gestionnaire de périphériques 1.1.0',
    'Printer needs attention / Imprimante à l’arrêt\u202f: Brother QL-1110NWB',
  ])
  const texts = mails.map(({ text }) => text).join('\n')
  expect(texts).toContain('The printer Brother QL-1110NWB at Front')
  expect(texts).toContain('out of paper')
})

it.each<[string, object]>([
  ['four printers', { version: '1', printers: Array.from({ length: 4 }, (_, n) => ({ ...PRINTER, id: `p${n}` })) }],
  ['a name that is too long', { version: '1', printers: [{ ...PRINTER, name: 'x'.repeat(121) }] }],
  ['a printer of no kind', { version: '1', printers: [{ ...PRINTER, kinds: [] }] }],
  ['an empty version', { version: '', printers: [] }],
])('refuses a report with %s', async (_what, device) => {
  const answer = await front.post(front.hub, front.signed({ device: device as ReportedDevice }))
  expect(answer.json()).toMatchObject({ code: 'invalid_request' })
})
