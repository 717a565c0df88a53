import type { DocumentType } from '@postroom/contract/document'
import type { Shipment } from '@postroom/contract/shipment'
import { createHash } from 'node:crypto'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSaleToAmerica } from '../../testing/abroad.ts'
import { aBuyer, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'

let scene: PurchaseScene
let now = new Date('2026-11-20T10:00:00Z')
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.now = () => now
})
afterAll(() => scene.close())

async function bought(key: string): Promise<{ shipment: Shipment; url: URL }> {
  const shipment = (await scene.buyer.buy(key)).json<Shipment>()
  return { shipment, url: new URL(shipment.docs[0]!.url) }
}

/** A download as the device manager makes it: with nothing but the link. */
const download = (url: URL, headers: Record<string, string> = {}) =>
  scene.app.inject({ method: 'GET', url: `${url.pathname}${url.search}`, headers })

/** Resets a document to its state before it is drawn. */
const undraw = (id: string, type: DocumentType) =>
  asOwner(
    scene.database.url,
    `begin; alter table document disable trigger user;
     update document set pdf = null, sha256 = null, width_mm = null, height_mm = null, pages = null where purchase_id = '${id}' and type = '${type}';
     alter table document enable trigger user; commit`,
  )

it('returns the label of the link, with headers against caching and framing', async () => {
  const { shipment, url } = await bought('one-label')
  expect(url.href.startsWith(`http://postroom.test/api/stamp/v1/shipment/${shipment.id}/docs/label.pdf?`)).toBe(true)
  const answer = await download(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(shipment.docs[0]!.sha256)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="label.pdf"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': 'sandbox',
  })
})

it('returns the same bytes every time, under a new link for each request', async () => {
  const { shipment, url } = await bought('the-same-bytes')
  const again = (await scene.buyer.get(`/stamp/v1/shipment/${shipment.id}`)).json<Shipment>()
  const fresh = new URL(again.docs[0]!.url)
  expect(fresh.searchParams.get('access_token')).not.toBe(url.searchParams.get('access_token'))
  expect((await download(fresh)).rawPayload.equals((await download(url)).rawPayload)).toBe(true)
})

it('lists label, customs form, invoice and receipt in this order, however they are stored', async () => {
  const draft = scene.buyer.draft(aSaleToAmerica())
  const { id } = (await scene.buyer.buy('stored-backwards', draft)).json<Shipment>()
  await asOwner(
    scene.database.url,
    `begin; alter table document disable trigger user; delete from document_link;
     update document set id = gen_random_uuid() where purchase_id = '${id}' and type = 'invoice';
     update document set id = gen_random_uuid() where purchase_id = '${id}' and type = 'cn23';
     update document set id = gen_random_uuid() where purchase_id = '${id}' and type = 'label';
     alter table document enable trigger user; commit`,
  )
  const shown = (await scene.buyer.get(`/stamp/v1/shipment/${id}`)).json<Shipment>()
  expect(shown.docs.map(({ type }) => type)).toEqual(['label', 'cn23', 'invoice', 'receipt'])
})

it('draws a label that was not drawn at the purchase', async () => {
  const { shipment } = await bought('drawn-later')
  await undraw(shipment.id, 'label')
  const search = (await scene.buyer.post('/stamp/v1/shipment/search')).json<{ data: Shipment[] }>()
  const listed = search.data.find((row) => row.id === shipment.id)!
  expect(listed.docs[0]).toMatchObject({ status: 'pending', sha256: '' })
  expect((await download(new URL(listed.docs[0]!.url))).statusCode).toBe(200)
  const shown = (await scene.buyer.get(`/stamp/v1/shipment/${shipment.id}`)).json<Shipment>()
  expect(shown.docs[0]).toMatchObject({ status: 'ready', sha256: shipment.docs[0]!.sha256 })
})

it('a label that cannot be drawn stays pending, blocks no other document and moves no money', async () => {
  const { shipment } = await bought('cannot-be-drawn')
  const balance = await scene.buyer.balance()
  await undraw(shipment.id, 'label')
  const renumber = (carrier_no: string) =>
    asOwner(scene.database.url, `update purchase set carrier_no = '${carrier_no}' where id = '${shipment.id}'`)
  await renumber('more than any symbol holds '.repeat(20))
  const waiting = (await scene.buyer.get(`/stamp/v1/shipment/${shipment.id}`)).json<Shipment>()
  expect(waiting).toMatchObject({
    status: 'bought',
    docs: [
      { type: 'label', status: 'pending', sha256: '', width_mm: 0 },
      { type: 'receipt', status: 'pending' },
    ],
  })
  expect((await download(new URL(waiting.docs[1]!.url))).statusCode).toBe(200)
  await renumber(shipment.meta_data.tracking)
  const shown = (await scene.buyer.get(`/stamp/v1/shipment/${shipment.id}`)).json<Shipment>()
  expect(shown.docs[0]).toMatchObject({ status: 'ready', sha256: shipment.docs[0]!.sha256 })
  expect(await scene.buyer.balance()).toBe(balance)
})

it('a link expires after five minutes', async () => {
  const { url } = await bought('after-five-minutes')
  now = new Date('2026-11-20T10:04:59Z')
  expect((await download(url)).statusCode).toBe(200)
  now = new Date('2026-11-20T10:05:00Z')
  const late = await download(url)
  expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([401, 'document_link_expired'])
  now = new Date('2026-11-20T10:00:00Z')
})

it('a link expires after five uses', async () => {
  const { url } = await bought('after-five-uses')
  const answers = await Promise.all(Array.from({ length: 8 }, () => download(url)))
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(5)
  expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(3)
})

it('a link opens no other document and no other API call', async () => {
  const { url } = await bought('link-of-one')
  const { shipment: other } = await bought('link-of-another')
  const elsewhere = new URL(url)
  elsewhere.pathname = elsewhere.pathname.replace(/shipment\/[^/]+/, `shipment/${other.id}`)
  elsewhere.searchParams.delete('shipment-id')
  expect((await download(elsewhere)).statusCode).toBe(404)
  const token = url.searchParams.get('access_token')!
  const call = await scene.app.inject({
    method: 'GET',
    url: '/api/stamp/v1/carrieraccount',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(call.statusCode).toBe(401)
})

it.each([
  // rule, change to the address, status
  ['no token', (url: URL) => url.searchParams.delete('access_token'), 401],
  ['a made-up token', (url: URL) => url.searchParams.set('access_token', 'made-up'), 401],
  ['another shipment-id', (url: URL) => url.searchParams.set('shipment-id', crypto.randomUUID()), 404],
] as const)('refuses %s', async (_rule, change, status) => {
  const { url } = await bought('refused-links')
  change(url)
  expect((await download(url)).statusCode).toBe(status)
})

it("accepts a colleague's session in the header or the address, and no other organisation's", async () => {
  const { url } = await bought('by-session')
  url.searchParams.delete('access_token')
  const stranger = await aBuyer(scene, 0)
  expect((await download(url, { authorization: scene.buyer.authorization })).statusCode).toBe(200)
  expect((await download(url, { authorization: stranger.authorization })).statusCode).toBe(404)
  url.searchParams.set('access_token', scene.buyer.authorization.replace('Bearer ', ''))
  expect((await download(url)).statusCode).toBe(200)
})

it('a link ends with the session that requested it', async () => {
  const leaver = await aBuyer(scene, 10_00)
  const url = new URL((await leaver.buy('leaver-prints')).json<Shipment>().docs[0]!.url)
  await leaver.get('/identity/v1/user/logout')
  expect((await download(url)).statusCode).toBe(401)
})

it('the documents of a voided shipment are gone', async () => {
  const { shipment, url } = await bought('voided-later')
  const receipt = new URL(shipment.docs[1]!.url)
  await asOwner(
    scene.database.url,
    `update purchase set state = 'VOID_REQUESTED', void_no = void_no + 1 where id = '${shipment.id}'`,
  )
  expect((await download(url)).statusCode).toBe(410)
  expect((await download(receipt)).statusCode).toBe(410)
})

/** The picture of a link's document. */
const pictureOf = (url: URL, page?: number): URL => {
  const picture = new URL(url)
  picture.pathname = picture.pathname.replace(/pdf$/, 'png')
  if (page !== undefined) picture.searchParams.set('page', String(page))
  return picture
}

it('returns a page of the document as a picture, with the same headers and to the same callers', async () => {
  const { shipment, url } = await bought('a-picture')
  const answer = await download(pictureOf(url))
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
  const { width, height } = PNG.sync.read(answer.rawPayload)
  const { width_mm, height_mm } = shipment.docs[0]!
  expect([width, height]).toEqual([width_mm, height_mm].map((mm) => Math.round((mm / 25.4) * 192)))
  expect(answer.headers).toMatchObject({
    'content-disposition': 'attachment; filename="label.png"',
    'cache-control': 'no-store',
    'content-security-policy': 'sandbox',
  })
  const elsewhere = pictureOf(url)
  elsewhere.pathname = elsewhere.pathname.replace('label', 'receipt')
  expect((await download(elsewhere)).statusCode).toBe(404)
  const bare = pictureOf(url)
  bare.searchParams.delete('access_token')
  expect((await download(bare)).statusCode).toBe(401)
  const stranger = await aBuyer(scene, 0)
  expect((await download(bare, { authorization: stranger.authorization })).statusCode).toBe(404)
  expect((await download(bare, { authorization: scene.buyer.authorization })).statusCode).toBe(200)
})

it('a picture uses the link, needs a page that exists, and is gone with a voided shipment', async () => {
  const { shipment, url } = await bought('pictures-are-uses')
  const statuses = []
  for (const page of [2, 0, 101, 1, 1, 1, 1, 1]) statuses.push((await download(pictureOf(url, page))).statusCode)
  expect(statuses).toEqual([404, 400, 400, 200, 200, 200, 200, 401])
  const again = (await scene.buyer.get(`/stamp/v1/shipment/${shipment.id}`)).json<Shipment>()
  await asOwner(
    scene.database.url,
    `update purchase set state = 'VOID_REQUESTED', void_no = void_no + 1 where id = '${shipment.id}'`,
  )
  expect((await download(pictureOf(new URL(again.docs[0]!.url)))).statusCode).toBe(410)
})
