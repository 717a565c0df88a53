import { createHash, randomBytes } from 'node:crypto'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { ErrorBody } from '@postroom/contract/errors'
import type { createLabelDrawing } from '@postroom/contract/label-drawing'
import type { Shipment } from '@postroom/contract/shipment'
import { aFullAddress } from '@postroom/documents/testing/label-builder'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../db/in-transaction.ts'
import { aCourier } from '../../testing/courier.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { signInto } from '../../testing/sign-into.ts'
import { asOwner } from '../../testing/test-database.ts'
import { saveHub } from '../hubs/hub.store.ts'

type Drawing = AnswerOf<typeof createLabelDrawing>

let scene: PurchaseScene
let buyer: Buyer
let hub: string
let now = new Date('2026-11-20T10:00:00Z')
beforeAll(async () => {
  scene = await purchaseScene(500_00)
  scene.context.now = () => now
  buyer = scene.buyer
  hub = await inTransaction(scene.context.db, (tx) =>
    saveHub(tx, { organisation_id: buyer.organisation, alias: 'Bench', public_key: randomBytes(32), paired_by: null }),
  )
})
afterAll(() => scene.close())

/** It has room on a label at 300 dpi, but not at 203. */
const WIDE = { ...aFullAddress('m'), postal_code: 'TR26 1HE' }

const bought = async (key: string, draft = buyer.draft()): Promise<Shipment> =>
  (await buyer.buy(key, draft)).json<Shipment>()
const ask = (id: string, body: object = { dpi: 203 }, who: Pick<Buyer, 'post'> = buyer) =>
  who.post(`/stamp/v1/shipment/${id}/docs/label/drawing`, body)
const drawn = async (id: string): Promise<Drawing> => (await ask(id)).json<Drawing>()
const download = (url: URL, headers: Record<string, string> = {}) =>
  scene.app.inject({ url: `${url.pathname}${url.search}`, headers })
type Answer = Awaited<ReturnType<typeof ask>>
const outcome = (answer: Answer): (number | string | undefined)[] => [
  answer.statusCode,
  answer.statusCode === 200 ? undefined : answer.json<ErrorBody>().code,
]
const print = async (job_id: string, ...documents: object[]) => {
  const args = { job_id, kind: 'mailing', title: 'Label', documents }
  return outcome(await buyer.post(`/iot/v1/hub/${hub}/request`, { op: 'print', args, expires_in_ms: 15_000 }))
}
function usual({ docs }: Shipment): object {
  const { type, url, sha256, width_mm, height_mm, pages } = docs[0]!
  return { type, url, sha256, width_mm, height_mm, pages }
}

it('draws the label for thermal printers as announced, always with the same bytes, and stores nothing', async () => {
  const shipment = await bought('one-drawing')
  const [first, second] = [await drawn(shipment.id), await drawn(shipment.id)]
  expect(first).toMatchObject({ type: 'label', drawn_for_dpi: 203, width_mm: 101.6, height_mm: 152.4, pages: 1 })
  expect(first.sha256).toBe(second.sha256)
  expect(first.sha256).not.toBe(shipment.docs[0]!.sha256)
  const pdf = await download(new URL(first.url))
  expect([pdf.statusCode, pdf.headers['content-type'], pdf.headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ])
  expect(createHash('sha256').update(pdf.rawPayload).digest('hex')).toBe(first.sha256)
  const again = (await buyer.get(`/stamp/v1/shipment/${shipment.id}`)).json<Shipment>()
  expect(again.docs[0]!.sha256).toBe(shipment.docs[0]!.sha256)
})

it('stays the same after a change of the shipment', async () => {
  const { id } = await bought('changed-later')
  const { sha256 } = await drawn(id)
  const headers = { authorization: buyer.authorization }
  const change = { references: ['Another reference'], notes: 'Leave at the back door' }
  await scene.app.inject({ method: 'PUT', url: `/api/stamp/v1/shipment/${id}`, headers, payload: change })
  expect((await drawn(id)).sha256).toBe(sha256)
})

/** The address of a drawing or document with the token of another. */
function withTokenOf(at: string, of: string): URL {
  const url = new URL(at)
  url.searchParams.set('access_token', new URL(of).searchParams.get('access_token')!)
  return url
}

it('a link opens only its own drawing', async () => {
  const [shipment, other] = [await bought('link-to-one'), await bought('link-to-another')]
  const [drawing, foreign] = [await drawn(shipment.id), await drawn(other.id)]
  const label = shipment.docs[0]!.url
  expect(outcome(await download(withTokenOf(drawing.url, label)))).toEqual([404, 'not_found'])
  expect(outcome(await download(withTokenOf(label, drawing.url)))).toEqual([404, 'not_found'])
  expect(outcome(await download(withTokenOf(drawing.url, foreign.url)))).toEqual([404, 'not_found'])
  expect(outcome(await download(new URL(drawing.url)))).toEqual([200, undefined])
  const form = new URL(drawing.url)
  form.pathname = form.pathname.replace('label.pdf', 'receipt.pdf')
  expect(outcome(await download(form))).toEqual([404, 'not_found'])
})

it('a link expires after five minutes, after five uses, and with the session', async () => {
  const { id } = await bought('expiring-links')
  const [late, used] = [new URL((await drawn(id)).url), new URL((await drawn(id)).url)]
  const answers = await Promise.all(Array.from({ length: 8 }, () => download(used)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
  const start = now
  now = new Date(start.getTime() + 5 * 60_000)
  expect(outcome(await download(late))).toEqual([401, 'document_link_expired'])
  now = start
  const leaver = await aBuyer(scene, 10_00)
  const own = (await leaver.buy('leaver-prints')).json<Shipment>()
  const { url } = (await ask(own.id, { dpi: 203 }, leaver)).json<Drawing>()
  await leaver.get('/identity/v1/user/logout')
  expect(outcome(await download(new URL(url)))).toEqual([401, 'document_link_expired'])
})

it('colleagues get it as they get the label, strangers do not', async () => {
  const { id } = await bought('of-a-colleague')
  const { authorization } = await signInto(scene, buyer.organisation)
  const url = `/api/stamp/v1/shipment/${id}/docs/label/drawing`
  const colleague = { method: 'POST', url, headers: { authorization }, payload: { dpi: 203 } } as const
  expect((await scene.app.inject(colleague)).statusCode).toBe(200)
  const stranger = await aBuyer(scene, 0)
  expect(outcome(await ask(id, { dpi: 203 }, stranger))).toEqual([404, 'not_found'])
  const file = new URL(`http://postroom.test/api/stamp/v1/shipment/${id}/docs/label.pdf?dpi=203`)
  expect((await download(file, { authorization })).statusCode).toBe(200)
  expect((await download(file, { authorization: stranger.authorization })).statusCode).toBe(404)
})

it.each([
  ['300', { dpi: 300 }],
  ['another resolution', { dpi: 204 }],
  ['none', {}],
  ['a text', { dpi: '203' }],
  ['no number', { dpi: 'NaN' }],
  ['something besides', { dpi: 203, pages: 1000 }],
])('refuses %s', async (_, body) => {
  const { id } = await bought('hostile-calls')
  expect(outcome(await ask(id, body))).toEqual([400, 'invalid_request'])
})

it.each(['0', '300', '203.0', '-203', 'x', ''])('refuses to download a drawing for %j dots', async (dpi) => {
  const { id } = await bought('hostile-calls')
  const file = new URL(`http://postroom.test/api/stamp/v1/shipment/${id}/docs/label.pdf`)
  file.searchParams.set('dpi', dpi)
  expect(outcome(await download(file, { authorization: buyer.authorization }))).toEqual([400, 'invalid_request'])
})

it('a voided shipment has none', async () => {
  const { id } = await bought('voided-later')
  const { url } = await drawn(id)
  await asOwner(
    scene.database.url,
    `update purchase set state = 'VOID_REQUESTED', void_no = void_no + 1 where id = '${id}'`,
  )
  expect(outcome(await ask(id))).toEqual([410, 'document_gone'])
  expect(outcome(await download(new URL(url)))).toEqual([410, 'document_gone'])
})

it('a shipment in flight has none', async () => {
  const { id } = await bought('in-flight')
  await asOwner(
    scene.database.url,
    `begin; alter table document disable trigger user; delete from document_link; delete from document where purchase_id = '${id}'; alter table document enable trigger user; commit`,
  )
  expect(outcome(await ask(id))).toEqual([404, 'not_found'])
})

it('a test print has one, without a number', async () => {
  const answer = await buyer.post('/stamp/v1/shipment/process?test=true', buyer.draft())
  const { id } = answer.json<Shipment>()
  const drawing = await drawn(id)
  expect(drawing).toMatchObject({ type: 'label', drawn_for_dpi: 203 })
  expect((await download(new URL(drawing.url))).statusCode).toBe(200)
})

it('a label on a sheet has none', async () => {
  const draft = buyer.draft({ label: { size: 'A4' } })
  const { id } = await bought('on-a-sheet', draft)
  expect(outcome(await ask(id))).toEqual([409, 'label_drawing_unavailable'])
})

it('a label of a carrier that supplies it finished has none; nor has one that was bought without room for its text', async () => {
  const { carriers } = scene.context
  const { id } = await bought('finished-labels')
  scene.context.carriers = { ...carriers, [Object.keys(carriers)[0]!]: aCourier() }
  expect(outcome(await ask(id))).toEqual([409, 'label_drawing_unavailable'])
  scene.context.carriers = carriers
  const from = JSON.stringify(WIDE)
  await asOwner(
    scene.database.url,
    `begin; alter table purchase disable trigger user;
     update purchase set draft = jsonb_set(draft::jsonb, '{from}', '${from}'::jsonb) where id = '${id}';
     alter table purchase enable trigger user; commit`,
  )
  expect(outcome(await ask(id))).toEqual([409, 'label_drawing_unavailable'])
})

it('nobody pays for a label that has no room for its text at 203 dpi, although it has at 300', async () => {
  const before = await buyer.balance()
  const answer = await buyer.buy('no-room-for-it', buyer.draft({ from: WIDE }))
  expect(outcome(answer)).toEqual([422, 'text_does_not_fit'])
  expect(answer.json<ErrorBody>().details).toEqual({ document: 'label', block: 'return address' })
  expect(await buyer.balance()).toBe(before)
})

it('its print is the print of the label: whichever drawing is printed first is the only one', async () => {
  const [first, second] = [await bought('203-first'), await bought('300-first')]
  expect(await print('job-203-first', await drawn(first.id))).toEqual([200, undefined])
  expect(await print('job-300-later', usual(first))).toEqual([409, 'print_claimed'])
  expect(await print('job-300-first', usual(second))).toEqual([200, undefined])
  expect(await print('job-203-later', await drawn(second.id))).toEqual([409, 'print_claimed'])
  await buyer.post(`/stamp/v1/shipment/${second.id}/reprint`, { documents: ['label'] })
  expect(await print('job-203-again', await drawn(second.id))).toEqual([200, undefined])
})

it('of both drawings at once, exactly one is printed', async () => {
  const shipment = await bought('both-at-once')
  const [thermal, office] = [await drawn(shipment.id), usual(shipment)]
  const jobs = Array.from({ length: 10 }, (_, n) => print(`job-race-${n}`, n % 2 ? thermal : office))
  const statuses = (await Promise.all(jobs)).map(([status]) => status)
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length
  expect([count(200), count(409)]).toEqual([1, 9])
})

it('a print request must name the drawing that its link opens, and lists the label once', async () => {
  const shipment = await bought('wrong-drawing')
  const { drawn_for_dpi, ...unnamed } = await drawn(shipment.id)
  expect(await print('job-unnamed', unnamed)).toEqual([401, 'document_link_expired'])
  expect(await print('job-misnamed', { ...usual(shipment), drawn_for_dpi })).toEqual([401, 'document_link_expired'])
  expect(await print('job-twice', await drawn(shipment.id), usual(shipment))).toEqual([400, 'invalid_request'])
  expect(await print('job-right', await drawn(shipment.id))).toEqual([200, undefined])
})

it('the audit log says which drawing was printed', async () => {
  const shipment = await bought('audited-print')
  await print('job-audited', await drawn(shipment.id))
  const events = await scene.context.db
    .selectFrom('audit_event')
    .where('subject', '=', shipment.id)
    .where('event', '=', 'print_requested')
    .select('details')
    .execute()
  const details = { hub, job_id: 'job-audited', copies: 1, document: 'label', drawn_for_dpi: 203 }
  expect(events).toEqual([{ details }])
})
