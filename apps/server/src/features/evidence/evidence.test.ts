import type { Printed } from '@postroom/contract/evidence'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { runTool } from '@postroom/documents/testing/read-back'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aGiftToFrance } from '../../testing/abroad.ts'
import { findShipment } from '../shipments/show/shipment.store.ts'
import { evidenceParts } from './evidence-parts.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { reportingDevice, type ReportingDevice } from '../../testing/reporting-device.ts'

const TRACKED: Partial<ShipmentDraftInput> = {
  service: 'TR24',
  options: [{ code: 'tracked' }],
  parcels: [{ packaging: 'small_parcel', weight: { value: 400 } }],
}

let scene: PurchaseScene
let buyer: Buyer
let device: ReportingDevice
beforeAll(async () => {
  scene = await purchaseScene(500_00)
  buyer = scene.buyer
  device = await reportingDevice(scene, buyer.organisation, 'Packing bench')
})
afterAll(() => scene.close())

let keys = 0
const bought = async (change: Partial<ShipmentDraftInput> = TRACKED, by = buyer) => {
  const answer = await by.buy(`evidence-${keys++}`, by.draft(change))
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return answer.json<Shipment>()
}
const prints = async (id: string) =>
  (await buyer.get(`/stamp/v1/shipment/${id}/prints`)).json<{ data: Printed[] }>().data
const evidence = (id: string, by = buyer) => by.get(`/stamp/v1/shipment/${id}/evidence.pdf`)
const textOf = (pdf: Uint8Array) => runTool('pdftotext', pdf, '-layout', 'FILE', '-').replaceAll(/\s+/g, ' ')

/** Has the label printed, as the page does. */
async function print({ id }: Shipment, round: string): Promise<string> {
  const { docs } = (await buyer.get(`/stamp/v1/shipment/${id}`)).json<Shipment>()
  const { type, url, sha256, width_mm, height_mm, pages } = docs.find((row) => row.type === 'label')!
  const job_id = `${id}:${round}:label`
  const documents = [{ type, url, sha256, width_mm, height_mm, pages }]
  const args = { job_id, kind: 'mailing', title: 'Label', documents }
  const answer = await buyer.post(`/iot/v1/hub/${device.hub}/request`, { op: 'print', args, expires_in_ms: 15_000 })
  expect(answer.statusCode, answer.body).toBe(200)
  return job_id
}

describe('the prints of a shipment', () => {
  it('name the document, the workstation, the user and the outcome', async () => {
    const shipment = await bought()
    expect(await prints(shipment.id)).toEqual([])
    const job_id = await print(shipment, 'first')
    expect(await prints(shipment.id)).toEqual([
      { document: 'label', at: expect.any(String) as string, place: 'Packing bench', by: 'Angharad Kendall' },
    ])
    await device.report([{ job_id, state: 'failed', error_code: 'media_empty' }])
    expect(await prints(shipment.id)).toMatchObject([{ state: 'failed', error_code: 'media_empty' }])
  })

  it('are those of the own organisation', async () => {
    const stranger = await aBuyer(scene, 0)
    const { id } = await bought()
    expect((await stranger.get(`/stamp/v1/shipment/${id}/prints`)).statusCode).toBe(404)
  })

  it('lose the name of a user who is erased', async () => {
    const shipment = await bought()
    await print(shipment, 'first')
    const { created_by } = await scene.context.db
      .selectFrom('purchase')
      .select('created_by')
      .where('id', '=', shipment.id)
      .executeTakeFirstOrThrow()
    await scene.context.db.updateTable('app_user').set({ fullname: '' }).where('id', '=', created_by).execute()
    expect((await prints(shipment.id))[0]).not.toHaveProperty('by')
    expect(textOf((await evidence(shipment.id)).rawPayload)).not.toContain('Angharad')
    await scene.context.db
      .updateTable('app_user')
      .set({ fullname: 'Angharad Kendall' })
      .where('id', '=', created_by)
      .execute()
  })
})

describe('the evidence of a shipment', () => {
  it('has what was declared, charged, printed and scanned', async () => {
    const shipment = await bought()
    await device.report([{ job_id: await print(shipment, 'first'), state: 'printed' }])
    const { db } = scene.context
    const purchase_id = shipment.id
    await db.insertInto('tracking').values({ purchase_id, asked_at: new Date(), as_of: null }).execute()
    const scan = { item_number: shipment.item_numbers[0]!, code: 'accepted' as const, description: 'Accepted at depot' }
    await db
      .insertInto('tracking_event')
      .values({ purchase_id, ...scan, at: new Date('2026-11-20T17:30:00Z'), place: `Cardiff 東 ${'x'.repeat(3_000)}` })
      .execute()
    const answer = await evidence(shipment.id)
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
    expect(runTool('qpdf', answer.rawPayload, '--check', 'FILE')).toContain('No syntax or stream encoding errors')
    const text = textOf(answer.rawPayload)
    for (const words of [
      shipment.item_numbers[0]!,
      'Idris Pembroke',
      'Accepted at depot, Cardiff ?',
      '20 November 2026 at 17:30:00',
      '400 g',
      'small parcel',
      shipment.service_name,
      `£${(shipment.amount / 100).toFixed(2)}`,
      'by Angharad Kendall',
      'at Packing bench',
      'printed',
    ])
      expect(text).toContain(words)
  })

  it('is named by the first three numbers of many', async () => {
    const shipment = await bought({ ...TRACKED, meta_data: { quantity: 4 } })
    const text = textOf((await evidence(shipment.id)).rawPayload)
    expect(text).toContain(`Evidence ${shipment.item_numbers.slice(0, 3).join(', ')} `)
  })

  it('has the goods of a customs declaration', async () => {
    const shipment = await bought(aGiftToFrance())
    const text = textOf((await evidence(shipment.id)).rawPayload)
    expect(text).toContain('Goods')
    expect(text).toContain('FRANCE')
  })

  it('is refused for a shipment that was taken back, a test print and another organisation', async () => {
    const shipment = await bought({})
    await buyer.put(`/stamp/v1/shipment/${shipment.id}/void`, { cancellation_reason: 'Wrong address' })
    expect((await evidence(shipment.id)).json()).toMatchObject({ code: 'document_gone' })
    const specimen = await buyer.buy('evidence-test', buyer.draft(TRACKED), { test: true })
    expect((await evidence(specimen.json<Shipment>().id)).json()).toMatchObject({ code: 'document_gone' })
    const stranger = await aBuyer(scene, 0)
    expect((await evidence((await bought()).id, stranger)).statusCode).toBe(404)
  })
})

it('says what nobody gave of a shipment by leaving it out, and what is known in its order', async () => {
  const { id } = await bought({
    ...TRACKED,
    references: ['Order 7', 'Desk 2'],
    parcels: [
      { packaging: 'small_parcel', weight: { value: 0.4, units: 'KG' }, dim: { length: 30, width: 20, height: 10 } },
    ],
    meta_data: { quantity: 2 },
  })
  const purchase = (await findShipment(scene.context.db, buyer.organisation, id))!
  const parts = evidenceParts({ purchase, buyer: undefined, printed: [], scans: [] })
  const [declared, charged, printed, scanned] = parts.map(
    ({ rows }) => Object.fromEntries(rows) as Record<string, string>,
  )
  expect(declared).toMatchObject({ Weight: '0.4 kg', Size: '30 x 20 x 10 cm', Format: 'small parcel' })
  expect(charged).toMatchObject({
    Reference: 'Order 7, Desk 2',
    Paid: expect.stringMatching(/ for 2 items$/) as string,
  })
  expect(charged!['Bought']).not.toContain('by')
  const one = { ...purchase, references: ['Order 7'] }
  const [, rowsOfOne] = evidenceParts({ purchase: one, buyer: undefined, printed: [], scans: [] })
  expect(rowsOfOne!.rows).toContainEqual(['Reference', 'Order 7'])
  expect(charged!['Item numbers']).toMatch(/^\w{13}, \w{13}$/)
  for (const unknown of [printed, scanned]) expect(unknown).toEqual({ 'Nothing is known': '' })

  const plain = (await findShipment(scene.context.db, buyer.organisation, (await bought({})).id))!
  const at = new Date('2026-11-20T17:30:00Z')
  const scan = { at, code: 'accepted' as const, item_number: 'X', place: '', description: 'd'.repeat(201) }
  const more = evidenceParts({
    purchase: plain,
    buyer: 'Nia',
    printed: [{ document: 'label', at: at.toISOString() }],
    scans: [scan, { ...scan, description: 'd'.repeat(200), place: 'Cardiff' }],
  })
  const names = more.map(({ rows }) => rows.map(([name]) => name))
  expect(names[0]).toEqual(['From', 'To', 'Format', 'Weight', 'Posting day', 'Cover'])
  expect(names[1]).not.toContain('Reference')
  expect(Object.fromEntries(more[1]!.rows)).toMatchObject({ Paid: '£3.20' })
  expect(more[1]!.rows.find(([name]) => name === 'Bought')![1]).toMatch(/ by Nia$/)
  expect(more[2]!.rows).toEqual([['20 November 2026 at 17:30:00', 'label: no report']])
  expect(more[3]!.rows.map(([, value]) => value)).toEqual([`${'d'.repeat(200)}…, X`, `${'d'.repeat(200)}, Cardiff, X`])
})
