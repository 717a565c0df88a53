import type { ReturnLabel } from '@postroom/contract/return-label'
import type { Shipment } from '@postroom/contract/shipment'
import { readSymbols, renderPages, runTool } from '@postroom/documents/testing/read-back'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { aGiftToFrance } from '../../testing/abroad.ts'
import { drawingStarted } from '../../testing/drawing-started.ts'
import { anOperator } from '../../testing/operators.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { reportingDevice } from '../../testing/reporting-device.ts'
import { signInto } from '../../testing/sign-into.ts'
import { asOwner } from '../../testing/test-database.ts'
import { book, importInvoice, allDifferences } from '../carrier-invoices/testing/invoices.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { claimPrints } from '../prints/print-claim.store.ts'
import { prepareReturnLabels } from './prepare-return-labels.ts'

let scene: PurchaseScene
let manager: string
beforeAll(async () => {
  scene = await purchaseScene(500_00, { carrier_ms: 10_000, wait_ms: 10_000, lease_ms: 20_000 })
  await drawingStarted()
  manager = (await signInto(scene, scene.buyer.organisation)).authorization
})
afterAll(async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})

let bought = 0
const buy = async (change: Parameters<Buyer['draft']>[0] = {}) => {
  const answer = await scene.buyer.buy(`with-its-return-label-${bought++}`, scene.buyer.draft(change))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Shipment>()
}
const labelsOf = async (id: string, by: Pick<Buyer, 'get'> = scene.buyer) =>
  (await by.get(`/stamp/v1/shipment/${id}/returnlabel`)).json<{ data: ReturnLabel[]; can_be_made: boolean }>()
const make = (id: string, by: Pick<Buyer, 'post'> = scene.buyer) =>
  by.post(`/stamp/v1/shipment/${id}/returnlabel`, { service: 'TSS' })
const shown = async (id: string) => (await scene.buyer.get(`/stamp/v1/shipment/${id}`)).json<Shipment>()
const prepare = async (return_service: string | null) => {
  const url = `/api/stamp/v1/carrieraccount/${scene.buyer.account}`
  const changed = await scene.app.inject({
    method: 'PUT',
    url,
    headers: { authorization: manager },
    payload: { return_service },
  })
  return changed.json<{ return_service?: string }>()
}

it('of the sandbox is a specimen with a bar code and a QR code that other decoders read', async () => {
  const { id, docs: before } = await buy()
  const made = (await make(id)).json<ReturnLabel>()
  expect(made).toMatchObject({ state: 'made', has_qr: true })
  const { docs } = await shown(id)
  const document = docs.find(({ type }) => type === 'return_label')!
  const label = before.find(({ type }) => type === 'label')!
  expect(document).toMatchObject({ size: label.size, width_mm: label.width_mm, height_mm: label.height_mm })
  const { pathname, search } = new URL(document.url)
  const pdf = (await scene.app.inject({ method: 'GET', url: pathname + search })).rawPayload
  const [page] = await renderPages(pdf, 300)
  expect((await readSymbols(page!))['Code128']).toBe(made.number)
  const text = runTool('pdftotext', pdf, '-layout', 'FILE', '-')
  expect(text).toMatch(/SPECIMEN - NO POSTAL VALUE/)
  expect(text).toMatch(/Tracked Returns 48/i)
  const qr = (await scene.buyer.get(`/stamp/v1/shipment/${id}/returnlabel/${made.id}/qr.png`)).rawPayload
  expect(runTool('zbarimg', qr, '-q', '--raw', 'FILE').trim()).toBe(`SPECIMEN ${made.number}`)
})

describe('prepared with the purchase', () => {
  it('is one for each shipment within the United Kingdom, bought since the setting', async () => {
    const earlier = await buy()
    expect(await prepare('TSN')).toMatchObject({ return_service: 'TSN' })
    const here = await buy()
    const abroad = await buy(aGiftToFrance())
    await Promise.all([prepareReturnLabels(scene.context), prepareReturnLabels(scene.context)])
    await prepareReturnLabels(scene.context)
    expect((await labelsOf(here.id)).data).toMatchObject([{ state: 'made', service: 'TSN' }])
    for (const { id } of [earlier, abroad]) expect((await labelsOf(id)).data).toEqual([])
    expect(await prepare(null)).not.toHaveProperty('return_service')
    const later = await buy()
    await prepareReturnLabels(scene.context)
    expect((await labelsOf(later.id)).data).toEqual([])
  })

  it('that fails is not asked for again by itself', async () => {
    await prepare('TSS')
    const { id } = await buy()
    await setSandboxSwitch(scene.context.db, { call: 'return', answer: 'lost', delay_ms: 0, remaining: 1 })
    await prepareReturnLabels(scene.context)
    await prepareReturnLabels(scene.context)
    expect(await labelsOf(id)).toMatchObject({ data: [{ state: 'unknown' }], can_be_made: true })
    expect((await make(id)).json()).toMatchObject({ state: 'made' })
    await prepare(null)
  })
})

it('counts as printed on its own, and its shipment without it', async () => {
  const { id } = await buy()
  await make(id)
  const device = await reportingDevice(scene, scene.buyer.organisation)
  const print = async (type: 'label' | 'return_label') => {
    const job = { hub: device.hub, job_id: `${id}:first:${type}`, expires_at: new Date('2026-11-20T10:01:00Z') }
    await inTransaction(scene.context.db, (tx) => claimPrints(tx, job, [{ purchase_id: id, type }]))
    await device.report([{ job_id: job.job_id, state: 'printed' }])
  }
  await print('return_label')
  expect((await labelsOf(id)).data).toMatchObject([{ print_state: 'printed' }])
  expect(await shown(id)).toMatchObject({ print_state: 'not_printed', prints: [{ document: 'label' }] })
  const other = await buy()
  await make(other.id)
  const job = { hub: device.hub, job_id: `${other.id}:first:label`, expires_at: new Date('2026-11-20T10:01:00Z') }
  await inTransaction(scene.context.db, (tx) => claimPrints(tx, job, [{ purchase_id: other.id, type: 'label' }]))
  await device.report([{ job_id: job.job_id, state: 'printed' }])
  expect(await shown(other.id)).toMatchObject({ print_state: 'printed' })
  expect((await labelsOf(other.id)).data).toMatchObject([{ print_state: 'not_printed' }])
})

it('that was used is on the invoice of the carrier, and booked after the operator confirms it', async () => {
  const { id, item_numbers } = await buy()
  const { number } = (await make(id)).json<ReturnLabel>()
  const operator = await anOperator(scene)
  const balance = await scene.buyer.balance()
  const imported = async (invoice: string, rows: [string, number][]) => {
    const answer = await importInvoice(
      operator,
      { number: invoice },
      rows.map(([item, gross]) => ({ item, gross })),
    )
    const { id: made } = answer.json<{ id: string }>()
    const found = (await allDifferences(operator, made)).filter(({ outcome }) => outcome !== 'missing')
    return { id: made, found: found.map(({ outcome, difference, shipment_id }) => [outcome, difference, shipment_id]) }
  }
  const first = await imported('R1', [
    [item_numbers[0]!, 320],
    [number!, 360],
  ])
  expect(first.found).toEqual([['return_used', 360, id]])
  expect((await book(operator, first.id)).refused).toEqual([])
  // what the carrier takes off the way there is the customer's, whatever the way back cost
  const second = await imported('R2', [
    [item_numbers[0]!, -20],
    [number!, 360],
    [number!, -360],
  ])
  expect(second.found).toEqual([
    ['charged_less', -20, id],
    ['charged_twice', 360, id],
    ['charged_less', -360, id],
  ])
  expect((await book(operator, second.id)).refused).toEqual([])
  expect(await scene.buyer.balance()).toBe(balance + 20)
  const { rows } = await asOwner(
    scene.database.url,
    `select sum(change)::int as sum from carrier_adjustment where purchase_id = '${id}' and of_return`,
  )
  expect(rows).toEqual([{ sum: 360 }])
})

it('goes with the people on its shipment', async () => {
  const { id } = await buy()
  const made = (await make(id)).json<ReturnLabel>()
  await asOwner(scene.database.url, `select erase_party(array['${id}']::uuid[], 'to')`)
  const { docs } = await shown(id)
  expect(docs.map(({ type }) => type)).toEqual(['label', 'receipt'])
  expect((await labelsOf(id)).data).toMatchObject([{ id: made.id, state: 'made', number: made.number, has_qr: false }])
})

it('is out of reach for other organisations, for colleagues without the right, and for what cannot come back', async () => {
  const { id } = await buy()
  const made = (await make(id)).json<ReturnLabel>()
  const stranger = await aBuyer(scene, 0)
  for (const path of ['', `/${made.id}/qr.png`])
    expect((await stranger.get(`/stamp/v1/shipment/${id}/returnlabel${path}`)).statusCode).toBe(404)
  expect((await make(id, stranger)).statusCode).toBe(404)
  const mine = await stranger.get(`/stamp/v1/carrieraccount/${scene.buyer.account}/returnservice`)
  expect(mine.statusCode).toBe(404)

  const { authorization } = await signInto(scene, scene.buyer.organisation, { permissions: ['mod_shipping'] })
  const colleague = await scene.app.inject({
    method: 'POST',
    url: `/api/stamp/v1/shipment/${id}/returnlabel`,
    headers: { authorization },
    payload: { service: 'TSS' },
  })
  expect(colleague.json()).toMatchObject({ code: 'permission_denied' })

  const abroad = await buy(aGiftToFrance())
  expect(await labelsOf(abroad.id)).toEqual({ data: [], can_be_made: false })
  expect((await make(abroad.id)).json()).toMatchObject({ code: 'return_label_not_offered' })
  expect((await shown(abroad.id)).docs.some(({ type }) => type === 'return_label')).toBe(false)
})
