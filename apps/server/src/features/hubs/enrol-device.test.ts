import type { AuthUser } from '@postroom/contract/auth'
import { ENROLMENT_CODES_MAX, type EnrolmentCode } from '@postroom/contract/enrolment'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { newDevice } from './testing/paired-device.ts'

interface Page<Row> {
  data: Row[]
  total: number
}

const DAY_MS = 24 * 3600_000
let now: Date
let app: TestApp
let manager: AuthUser

beforeEach(async () => {
  now = new Date()
  app = await testApp({ now: () => now })
  manager = await app.signIn()
})
afterEach(() => app.close())

const make = (asked: object = {}, user = manager) =>
  app.as(user, 'POST', '/iot/v1/enrolment', { devices_max: 2, days: 7, ...asked })
const made = async (asked?: object) => (await make(asked)).json<{ code: string; enrolment: EnrolmentCode }>()
const listed = async () => (await app.as(manager, 'GET', '/iot/v1/enrolment')).json<Page<EnrolmentCode>>()
/** The answer to a device that asks whether it is paired, or the error of its code. */
async function enrol(code: string, device = newDevice(app)) {
  const started = await device.start({ enrolment_code: code })
  return started.id === undefined ? started : (await device.poll(started.id, started.poll_token)).json<object>()
}
const REFUSED = { code: 'enrolment_code_invalid' }

test('a device manager with the code is paired at once, and the log says by which code', async () => {
  const { code, enrolment } = await made()
  expect(code).toMatch(/^(?:[2-9A-HJ-NP-Z]{4}-){5}[2-9A-HJ-NP-Z]{4}$/)
  expect(enrolment).toMatchObject({ starts_with: code.slice(0, 4), devices: 0, devices_max: 2 })
  // copied as people copy
  const paired = await enrol(` ${code.toLowerCase()} `)
  expect(paired).toMatchObject({ status: 'paired' })
  const hubs = (await app.as(manager, 'GET', '/iot/v1/hub')).json<Page<{ id: string; owner: string }>>()
  expect(hubs.data).toMatchObject([{ alias: 'Packing bench', owner: 'Llewellyn Bindery Ltd' }])
  const events = await app.context.db
    .selectFrom('audit_event')
    .where('event', 'like', '%enrol%')
    .orderBy('seq')
    .select(['event', 'subject', 'details'])
    .execute()
  expect(events).toEqual([
    { event: 'enrolment_code_made', subject: enrolment.id, details: { devices_max: 2, days: 7 } },
    { event: 'hub_enrolled', subject: hubs.data[0]!.id, details: { code: enrolment.id } },
  ])
})

test('a code pairs as many as it may, even when all come at once, and one that asks again is counted once', async () => {
  const { code } = await made()
  const device = newDevice(app)
  expect(await enrol(code, device)).toMatchObject({ status: 'paired' })
  expect(await enrol(code, device)).toMatchObject({ status: 'paired' })
  expect(await listed()).toMatchObject({ data: [{ devices: 1 }], total: 1 })
  const answers = await Promise.all(Array.from({ length: 6 }, () => enrol(code)))
  expect(answers.filter((answer) => 'status' in answer)).toHaveLength(1)
  expect(answers.filter((answer) => !('status' in answer))).toEqual(Array(5).fill(expect.objectContaining(REFUSED)))
  // a used-up code is of no use, so it is not listed
  expect(await listed()).toMatchObject({ data: [], total: 0 })
  expect(await enrol(code, device)).toMatchObject({ status: 'paired' })
})

test.each([
  ['unknown', () => {}, () => 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA'],
  ['expired', () => (now = new Date(now.getTime() + 7 * DAY_MS)), (code: string) => code],
  [
    'withdrawn',
    async () => app.as(manager, 'DELETE', `/iot/v1/enrolment/${(await listed()).data[0]!.id}`),
    (code: string) => code,
  ],
] as const)('an %s code pairs nothing, and the device manager can still show a code', async (_, change, given) => {
  const { code } = await made()
  await change()
  const device = newDevice(app)
  expect(await enrol(given(code), device)).toMatchObject(REFUSED)
  expect(await device.start()).toMatchObject({ code: expect.stringMatching(/^.{4}-.{4}$/) as string })
})

test('a paired device manager stays when its code is withdrawn', async () => {
  const { code, enrolment } = await made()
  await enrol(code)
  expect((await app.as(manager, 'DELETE', `/iot/v1/enrolment/${enrolment.id}`)).statusCode).toBe(200)
  expect((await app.as(manager, 'DELETE', `/iot/v1/enrolment/${enrolment.id}`)).statusCode).toBe(404)
  expect((await app.as(manager, 'GET', '/iot/v1/hub')).json<Page<unknown>>().total).toBe(1)
})

test('there are at most twenty valid codes', async () => {
  for (let n = 0; n < ENROLMENT_CODES_MAX; n++) expect((await make()).statusCode).toBe(200)
  expect((await make()).json()).toMatchObject({ code: 'too_many_enrolment_codes' })
  now = new Date(now.getTime() + 7 * DAY_MS)
  manager = await app.signIn()
  expect((await make()).statusCode).toBe(200)
})

test.each([{ devices_max: 0 }, { devices_max: 501 }, { days: 0 }, { days: 31 }, { days: 1.5 }])(
  'refuses %j',
  async (asked) => expect((await make(asked)).json()).toMatchObject({ code: 'invalid_request' }),
)

test('the code itself is not stored', async () => {
  const { code } = await made()
  const rows = await app.context.db.selectFrom('enrolment_code').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(code.slice(5))
})
