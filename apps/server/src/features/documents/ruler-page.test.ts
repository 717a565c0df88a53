import type { AnswerOf } from '@postroom/contract/endpoint'
import type { ErrorBody } from '@postroom/contract/errors'
import type { createRulerPage } from '@postroom/contract/ruler-page'
import type { Shipment } from '@postroom/contract/shipment'
import { createHash, randomBytes } from 'node:crypto'
import { asOwner } from '../../testing/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../db/in-transaction.ts'
import { asTenant } from '../../db/tenant.ts'
import { signInto } from '../../testing/sign-into.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { saveHub } from '../hubs/hub.store.ts'

type RulerPage = AnswerOf<typeof createRulerPage>

const START = new Date('2026-11-20T10:00:00Z')
let scene: PurchaseScene
let now = START
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.now = () => now
})
afterAll(() => scene.close())

const LABEL = { width_mm: 101.6, height_mm: 152.4 }
const made = async (media: object = LABEL, who = scene.buyer): Promise<RulerPage> =>
  (await who.post('/iot/v1/ruler-page', media)).json<RulerPage>()
const download = (url: URL) => scene.app.inject({ url: `${url.pathname}${url.search}` })
const outcome = async (url: URL) => {
  const answer = await download(url)
  return [answer.statusCode, answer.json<ErrorBody>().code]
}

test.each([
  // media                                                      its page
  [LABEL, LABEL],
  [
    { width_mm: 210, height_mm: 297 },
    { width_mm: 210, height_mm: 297 },
  ],
  [
    { width_mm: 104, height_mm: 164 },
    { width_mm: 104, height_mm: 164 },
  ],
  [{ width_mm: 62 }, { width_mm: 62, height_mm: 127 }],
  [{ width_mm: 12 }, { width_mm: 12, height_mm: 127 }],
])('the page for %j is as announced, and costs nothing', async (media, size) => {
  const page = await made(media)
  expect(page).toMatchObject({ type: 'ruler', ...size, pages: 1 })
  expect(page.url.startsWith('http://postroom.test/api/iot/v1/ruler-page.pdf?access_token=')).toBe(true)
  const answer = await download(new URL(page.url))
  expect(answer.statusCode).toBe(200)
  expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(page.sha256)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  expect(await scene.buyer.balance()).toBe(100_00)
})

test('the page for thermal printers is drawn on their dots, and its link opens only it', async () => {
  const [usual, thermal] = [await made(), await made({ ...LABEL, dpi: 203 })]
  expect(thermal).toMatchObject({ type: 'ruler', drawn_for_dpi: 203, ...LABEL, pages: 1 })
  expect(thermal.sha256).not.toBe(usual.sha256)
  expect(thermal.codes).toEqual(usual.codes)
  const { rawPayload } = await download(new URL(thermal.url))
  expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(thermal.sha256)
})

test.each([
  ['another resolution', { ...LABEL, dpi: 300 }],
  ['a resolution in words', { ...LABEL, dpi: 'fine' }],
  ['no media', {}],
  ['media wider than any', { width_mm: 451, height_mm: 100 }],
  ['media longer than any', { width_mm: 100, height_mm: 451 }],
  ['media of no height', { width_mm: 100, height_mm: 0 }],
])('%s has no ruler page', async (_, media) => {
  expect((await scene.buyer.post('/iot/v1/ruler-page', media)).statusCode).toBe(400)
})

test('the link expires after five minutes, after five uses, and with the session', async () => {
  const [late, used] = [new URL((await made()).url), new URL((await made()).url)]
  const answers = await Promise.all(Array.from({ length: 8 }, () => download(used)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
  now = new Date(START.getTime() + 5 * 60_000)
  expect(await outcome(late)).toEqual([401, 'document_link_expired'])
  now = START
  expect((await download(late)).statusCode).toBe(200)
  const leaver = await aBuyer(scene, 0)
  const left = new URL((await made(LABEL, leaver)).url)
  await leaver.get('/identity/v1/user/logout')
  expect(await outcome(left)).toEqual([401, 'document_link_expired'])
})

/** The address of one document with the token of another. */
function elsewhere(at: URL, of: URL): URL {
  const url = new URL(at.origin + at.pathname)
  url.searchParams.set('access_token', of.searchParams.get('access_token')!)
  return url
}

test('a link opens only what it was made for', async () => {
  const { docs, id } = (await scene.buyer.buy('one-label')).json<Shipment>()
  const [ruler, label] = [new URL((await made()).url), new URL(docs[0]!.url)]
  expect(await outcome(elsewhere(ruler, label))).toEqual([404, 'not_found'])
  expect(await outcome(elsewhere(label, ruler))).toEqual([404, 'not_found'])
  ruler.searchParams.set('access_token', scene.buyer.authorization.replace('Bearer ', ''))
  expect(await outcome(ruler)).toEqual([401, 'document_link_expired'])
  expect((await scene.buyer.get(`/stamp/v1/shipment/${id}`)).statusCode).toBe(200)
})

const hubOf = ({ organisation: organisation_id }: Buyer): Promise<string> =>
  inTransaction(scene.context.db, (tx) =>
    saveHub(tx, { organisation_id, alias: 'Bench', public_key: randomBytes(32), paired_by: null }),
  )

test('its print is signed for the user who made the link, and recorded in the audit log', async () => {
  const { buyer } = scene
  const hub = await hubOf(buyer)
  const ask = async (document: object, at = hub) => {
    const args = { job_id: 'ruler:0001', kind: 'form', title: 'Ruler page', documents: [document] }
    const answer = await buyer.post(`/iot/v1/hub/${at}/request`, { op: 'print', args, expires_in_ms: 15_000 })
    return [answer.statusCode, answer.json<Partial<ErrorBody>>().code]
  }
  const page = await made()
  expect(await ask({ ...page, drawn_for_dpi: 203 })).toEqual([401, 'document_link_expired'])
  expect(await ask(page)).toEqual([200, undefined])
  const { rows } = await asOwner(
    scene.database.url,
    `select subject, details from audit_event where event = 'print_requested'`,
  )
  expect(rows).toEqual([{ subject: null, details: { hub, job_id: 'ruler:0001', copies: 1, document: 'ruler' } }])

  const stranger = await aBuyer(scene, 0)
  expect(await ask(await made(LABEL, stranger))).toEqual([401, 'document_link_expired'])
  expect(await ask(page, await hubOf(stranger))).toEqual([404, 'not_found'])
  expect(await ask({ ...page, type: 'label' })).toEqual([401, 'document_link_expired'])
  const { authorization } = await signInto(scene, buyer.organisation)
  const ofColleague = await scene.app.inject({
    method: 'POST',
    url: '/api/iot/v1/ruler-page',
    headers: { authorization },
    payload: LABEL,
  })
  expect(await ask(ofColleague.json())).toEqual([401, 'document_link_expired'])
})

test('no organisation can use the links of another', async () => {
  await made()
  const stranger = await aBuyer(scene, 0)
  const seenBy = (organisation: string) =>
    asTenant(organisation, () =>
      scene.context.db.selectFrom('document_link').where('ruler_mm', 'is not', null).selectAll().execute(),
    )
  expect(await seenBy(stranger.organisation)).toEqual([])
  expect(await seenBy(scene.buyer.organisation)).not.toEqual([])
})
