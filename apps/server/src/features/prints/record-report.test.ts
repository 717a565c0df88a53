import type { ReportedJob } from '@postroom/contract/device-report'
import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { inTransaction } from '../../db/in-transaction.ts'
import { signInto } from '../../testing/sign-into.ts'
import { aGiftToFrance } from '../../testing/abroad.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { reportingDevice, type ReportingDevice } from '../../testing/reporting-device.ts'
import { asOwner } from '../../testing/test-database.ts'
import { deleteHub } from '../hubs/hub.store.ts'

const START = new Date('2026-11-20T10:00:00Z')

let scene: PurchaseScene
let buyer: Buyer
let front: ReportingDevice
let back: ReportingDevice
let shipment: Shipment
let now: Date
let bought = 0
beforeAll(async () => {
  scene = await purchaseScene(500_00)
  scene.context.now = () => now
  now = START
  buyer = scene.buyer
  front = await aDevice(buyer)
  back = await aDevice(buyer)
})
afterAll(() => scene.close())
beforeEach(async () => {
  now = START
  shipment = (await buyer.buy(`to-print-${bought++}`)).json<Shipment>()
})

const aDevice = ({ organisation }: Buyer) => reportingDevice(scene, organisation)

const shown = async (id = shipment.id) => (await buyer.get(`/stamp/v1/shipment/${id}`)).json<Shipment>()
const state = async (id?: string) => (await shown(id)).print_state
const jobOf = (document: string, round = 'first', { id } = shipment) => `${id}:${round}:${document}`

/** Has a document signed for its own job, as the page does. @returns the job */
async function send(
  { hub }: ReportingDevice,
  document: 'label' | 'cn22' | 'cn23' | 'invoice',
  job_id = jobOf(document),
): Promise<string> {
  const { type, url, sha256, width_mm, height_mm, pages } = (await shown()).docs.find((row) => row.type === document)!
  const args = {
    job_id,
    kind: 'mailing',
    title: 'Label',
    documents: [{ type, url, sha256, width_mm, height_mm, pages }],
  }
  const answer = await buyer.post(`/iot/v1/hub/${hub}/request`, { op: 'print', args, expires_in_ms: 15_000 })
  expect(answer.statusCode).toBe(200)
  return job_id
}
const later = (ms: number) => (now = new Date(now.getTime() + ms))

it('is not printed until it is sent, then queued, and printed once the device manager reports it', async () => {
  expect(shipment.print_state).toBe('not_printed')
  expect(shipment.prints).toEqual([{ document: 'label', state: 'not_printed', prints: 0 }])
  const job_id = await send(front, 'label')
  expect((await shown()).prints).toEqual([{ document: 'label', state: 'queued', prints: 1, hub_id: front.hub, job_id }])
  for (const step of ['queued', 'sending', 'spooled'] as const) {
    await front.report([{ job_id, state: step }])
    expect(await state()).toBe('queued')
  }
  await front.report([{ job_id, state: 'printed' }])
  const printed = await shown()
  expect(printed.print_state).toBe('printed')
  expect(printed).not.toHaveProperty('prints')
})

test.each([
  ['failed', 'not_printed'],
  ['cancelled', 'not_printed'],
  ['unknown', 'unknown'],
] as const)('a job reported as %s leaves the shipment %s, with the reason', async (reported, expected) => {
  const job_id = await send(front, 'label')
  await front.report([{ job_id, state: reported, error_code: 'media_empty' }])
  expect(await shown()).toMatchObject({ print_state: expected, prints: [{ error_code: 'media_empty' }] })
})

it('is found with its print state by the search', async () => {
  await send(front, 'label')
  const found = await buyer.post('/stamp/v1/shipment/search?length=2')
  expect(found.json<{ data: Shipment[] }>().data.map(({ print_state }) => print_state)).toEqual([
    'queued',
    expect.anything(),
  ])
})

it('keeps the end of a job, whatever is reported later or again', async () => {
  const job_id = await send(front, 'label')
  await front.report([{ job_id, state: 'failed' }])
  await front.report([{ job_id, state: 'printed' }])
  await front.report([{ job_id, state: 'queued' }])
  expect(await state()).toBe('not_printed')
  const taken = asOwner(scene.database.url, `update print_claim set reported = 'printed' where reported = 'failed'`)
  await expect(taken).rejects.toThrow('print_claim is append only')
})

it('accepts a report again and changes nothing', async () => {
  const job_id = await send(front, 'label')
  const proof = front.signed({ restarted: false, jobs: [{ job_id, state: 'printed' }] })
  await front.post(front.hub, proof)
  const { rows: before } = await asOwner(
    scene.database.url,
    `select printed_at from purchase where id = '${shipment.id}'`,
  )
  later(60_000)
  expect((await front.post(front.hub, proof)).statusCode).toBe(200)
  const { rows: after } = await asOwner(
    scene.database.url,
    `select printed_at from purchase where id = '${shipment.id}'`,
  )
  expect(after).toEqual(before)
})

it('ignores jobs of other device managers and jobs that were never signed', async () => {
  const job_id = await send(front, 'label')
  await back.report([
    { job_id, state: 'printed' },
    { job_id: 'ruler:anything', state: 'printed' },
  ])
  expect(await state()).toBe('queued')
})

it('is printed only when every document is, by whichever device manager, also at once', async () => {
  const answer = await buyer.buy('parcel-abroad', buyer.draft(aGiftToFrance()))
  expect(answer.json()).toMatchObject({ status: 'bought' })
  shipment = answer.json<Shipment>()
  const form = shipment.customs_form.form as 'cn22' | 'cn23'
  const [label, cn] = [await send(front, 'label'), await send(back, form)]
  await Promise.all([
    front.report([{ job_id: label, state: 'printed' }]),
    back.report([{ job_id: cn, state: 'printed' }]),
  ])
  expect(await state()).toBe('printed')
})

it('is queued while a request may arrive, then unknown', async () => {
  await send(front, 'label')
  later(19_999)
  expect(await state()).toBe('queued')
  later(1)
  expect(await state()).toBe('unknown')
})

it('asks the device manager about a job it has not reported, once the request has expired', async () => {
  const asked = await aDevice(buyer)
  const job_id = await send(asked, 'label')
  expect(await asked.report()).toEqual([{ job_id, in_ms: 17_000 }])
  later(10_000)
  // the page repeats its request: it may arrive until it expires
  await send(asked, 'label')
  expect(await asked.report()).toEqual([{ job_id, in_ms: 17_000 }])
  later(17_000)
  expect(await asked.report()).toEqual([{ job_id, in_ms: 0 }])
  expect(await back.report()).toEqual([])
  await asked.report([{ job_id, state: 'queued' }])
  expect(await asked.report()).toEqual([])
  // it may have ended while the program was not running
  expect(await asked.report([], true)).toEqual([{ job_id, in_ms: 0 }])
  await asked.report([{ job_id, state: 'printed' }])
  expect(await asked.report([], true)).toEqual([])
})

it('is unknown when the device manager is silent for five minutes, or unpaired', async () => {
  const removed = await aDevice(buyer)
  const job_id = await send(removed, 'label')
  await removed.report([{ job_id, state: 'queued' }])
  later(299_999)
  expect(await state()).toBe('queued')
  later(1)
  expect(await state()).toBe('unknown')
  await removed.report()
  expect(await state()).toBe('queued')
  await inTransaction(scene.context.db, (tx) => deleteHub(tx, buyer.organisation, removed.hub))
  expect(await state()).toBe('unknown')
})

it.each([
  ['another key', () => back.signed({ restarted: false, jobs: [] }, front.hub)],
  ['another hub', () => front.signed({ restarted: false, jobs: [] }, back.hub)],
  [
    'another report',
    () => ({
      ...front.signed({ restarted: false, jobs: [] }),
      report: { ...front.signed({}).report, restarted: true },
    }),
  ],
  ['another time', () => ({ ...front.signed({ restarted: false, jobs: [] }), issued_at: new Date(0).toISOString() })],
])('refuses a signature of %s', async (_what, proof) => {
  const answer = await front.post(front.hub, proof())
  expect([answer.statusCode, answer.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'device_signature_invalid' }),
  ])
})

const aJob = (n: number): ReportedJob => ({ job_id: `job-${n}-of-many`, state: 'queued' })

it('refuses a proof of two hours ago, more than 50 jobs, and a job named twice', async () => {
  const old = front.signed({ restarted: false, jobs: [] }, front.hub, new Date(now.getTime() - 7_200_000).toISOString())
  expect((await front.post(front.hub, old)).json()).toMatchObject({ code: 'device_clock_wrong' })
  const many = Array.from({ length: 51 }, (_, n) => aJob(n))
  for (const jobs of [many, [aJob(1), aJob(1)]]) {
    const answer = await front.post(front.hub, front.signed({ restarted: false, jobs }))
    expect(answer.json()).toMatchObject({ code: 'invalid_request' })
  }
  const most = front.signed({
    restarted: false,
    jobs: Array.from({ length: 50 }, (_, n) => ({
      ...aJob(n),
      job_id: `${n}`.padStart(100, '0'),
      error_code: 'a'.repeat(40),
    })),
  })
  expect((await front.post(front.hub, most)).statusCode).toBe(200)
})

it('is printed when its user confirms it, which is recorded once', async () => {
  const confirm = () => buyer.put(`/stamp/v1/shipment/${shipment.id}/printed`, {})
  expect((await confirm()).json()).toEqual({ id: shipment.id, print_state: 'printed' })
  expect((await confirm()).statusCode).toBe(200)
  expect(await state()).toBe('printed')
  const { rows } = await asOwner(
    scene.database.url,
    `select count(*) as n from audit_event where event = 'print_confirmed' and subject = '${shipment.id}'`,
  )
  expect(rows).toEqual([{ n: '1' }])
})

it('refuses to confirm a test print and a voided shipment, which have no print state', async () => {
  const trial = (await buyer.buy(undefined, buyer.draft(), { test: true })).json<Shipment>()
  expect(trial).not.toHaveProperty('print_state')
  expect((await buyer.put(`/stamp/v1/shipment/${trial.id}/printed`, {})).json()).toMatchObject({
    code: 'document_gone',
  })
  const { authorization } = await signInto(scene, buyer.organisation)
  const url = `/api/stamp/v1/shipment/${shipment.id}/void`
  const payload = { cancellation_reason: 'A mistake' }
  const voided = await scene.app.inject({ method: 'PUT', url, payload, headers: { authorization } })
  expect(voided.statusCode).toBe(200)
  expect(await state()).toBeUndefined()
  expect((await buyer.put(`/stamp/v1/shipment/${shipment.id}/printed`, {})).statusCode).toBe(410)
})

it('refuses another organisation', async () => {
  const stranger = await aBuyer(scene, 0)
  expect((await stranger.put(`/stamp/v1/shipment/${shipment.id}/printed`, {})).statusCode).toBe(404)
})
