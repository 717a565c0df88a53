import { listPrinted } from '@postroom/contract/evidence'
import {
  downloadReturnCode,
  listReturnLabels,
  listReturnServices,
  makeReturnLabel,
  type ReturnLabel,
} from '@postroom/contract/return-label'
import { reprintShipment } from '@postroom/contract/shipment-change'
import { getShipment } from '@postroom/contract/shipment'
import { searchShipments } from '@postroom/contract/shipment-search'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { listColleagues } from '@postroom/contract/identity'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { trackShipment } from '@postroom/contract/shipment-tracking'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, test, vi } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { server, UNREACHABLE } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'

const ASKED: ReturnLabel = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c21',
  asked_at: '2026-11-20T10:00:00.000Z',
  state: 'asked',
  service: 'TSS',
  has_qr: false,
}
const MADE: ReturnLabel = { ...ASKED, state: 'made', number: 'ZZ000000019GB', has_qr: true, print_state: 'not_printed' }
const SENDER = { id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c22', alias: 'Warehouse', address: aShipment().from }

let labels: ReturnLabel[]
beforeEach(() => {
  labels = []
  URL.createObjectURL = vi.fn<() => string>(() => 'blob:x')
  URL.revokeObjectURL = vi.fn<() => void>()
  server.on(searchShipments, () => ({ ...pageOf([aShipment()]), sum: 91 }))
  server.on(getShipment, () => aShipment())
  server.on(listColleagues, () => ({ data: [] }))
  server.on(listCostCenters, () => pageOf([]))
  server.on(trackShipment, () => ({ data: [], as_of: null, is_final: false }))
  server.on(listPrinted, () => ({ data: [] }))
  server.on(listShippers, () => pageOf([SENDER]))
  server.on(downloadReturnCode, () => new Uint8Array([1]))
  server.on(listReturnLabels, () => ({
    data: labels,
    can_be_made: labels.every(({ state }) => state === 'refused' || state === 'unknown'),
  }))
  server.on(listReturnServices, () => ({
    is_offered: true,
    data: [
      { code: 'TSN', name: 'Tracked Returns 24' },
      { code: 'TSS', name: 'Tracked Returns 48' },
    ],
  }))
})

async function openPart() {
  const user = openPage(`/app/history?shipment=${aShipment().id}`)
  const part = await screen.findByRole('region', { name: 'Return label' })
  return { user, part: within(part) }
}

it('asks for the service and the address, makes one under one key, and shows its number and its code', async () => {
  let answers = 0
  const calls = server.on(makeReturnLabel, () => {
    if (answers++ === 0) return UNREACHABLE
    labels = [MADE]
    return MADE
  })
  const { user, part } = await openPart()
  await user.click(part.getByRole('button', { name: 'Make a return label' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: /Send it back to/ }))
  await user.click(await screen.findByRole('option', { name: 'Warehouse' }))
  const make = dialog.getByRole('button', { name: 'Make a return label' })
  await user.click(make)
  await waitFor(() => expect(calls).toHaveLength(1))
  // a button ignores presses while its call is pending
  await waitFor(async () => {
    await user.click(make)
    expect(calls).toHaveLength(2)
  })
  expect(await part.findByText(/ZZ000000019GB.*Not printed here/)).toBeVisible()
  expect(calls[1]?.body).toEqual({ service: 'TSS', shipper: SENDER.id })
  expect(new Set(server.idempotencyKeys).size).toBe(1)
  expect(await part.findByRole('img', { name: 'QR code of the return label ZZ000000019GB' })).toBeVisible()
  expect(part.queryByRole('button', { name: /Make|another/ })).toBeNull()
})

test.each<[ReturnLabel['state'], Partial<ReturnLabel>, RegExp, boolean]>([
  ['asked', {}, /is being asked/, false],
  ['refused', { reason: 'The postcode is unknown.' }, /There is no return label: The postcode is unknown\./, true],
  ['unknown', {}, /answer was lost.*unused, it costs nothing/, true],
])('one that is %s says so', async (state, change, text, canAskAgain) => {
  labels = [{ ...ASKED, state, ...change }]
  const { part } = await openPart()
  expect(part.getByText(text)).toBeVisible()
  expect(part.queryByRole('button', { name: 'Ask for another return label' }) !== null).toBe(canAskAgain)
})

it('says when the carrier gave no code, and what the carrier says about its services', async () => {
  labels = [{ ...MADE, has_qr: false }]
  const first = await openPart()
  expect(first.part.getByText('The carrier gave no QR code for this label.')).toBeVisible()
})

it('says why no service is listed', async () => {
  server.on(listReturnServices, () => ({ is_offered: true, data: [], reason: 'Feature not available' }))
  const { user, part } = await openPart()
  await user.click(part.getByRole('button', { name: 'Make a return label' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Feature not available')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Make a return label' })).toBeDisabled()
})

it('offers to ask again when the labels or the services cannot be loaded', async () => {
  server.on(listReturnLabels, () => UNREACHABLE)
  server.on(listReturnServices, () => UNREACHABLE)
  const { user, part } = await openPart()
  const again = await part.findByRole('button', { name: 'Try again' })
  server.on(listReturnLabels, () => ({ data: [], can_be_made: true }))
  await user.click(again)
  expect(await part.findByText(/^The addressee can send the item back with a return label/)).toBeVisible()
  await user.click(part.getByRole('button', { name: 'Make a return label' }))
  const dialog = within(await screen.findByRole('dialog'))
  const anew = await dialog.findByRole('button', { name: 'Try again' })
  server.on(listReturnServices, () => ({ is_offered: true, data: [{ code: 'TSN', name: 'Tracked Returns 24' }] }))
  await user.click(anew)
  expect(await dialog.findByRole('button', { name: /Tracked Returns 24/ })).toBeVisible()
  expect(dialog.getByRole('button', { name: /Angharad Kendall, 3 Stryd y Bont/ })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('makes one with the chosen service, and asks for no other address than the sender’s', async () => {
  const calls = server.on(makeReturnLabel, () => MADE)
  const { user, part } = await openPart()
  await user.click(part.getByRole('button', { name: 'Make a return label' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: /^(Service|Tracked Returns 48)/ }))
  await user.click(await screen.findByRole('option', { name: 'Tracked Returns 24' }))
  await user.click(dialog.getByRole('button', { name: 'Make a return label' }))
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ service: 'TSN' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('looks again while the carrier is asked, and no more afterwards', async () => {
  useMovedClock()
  labels = [ASKED]
  const asked = server.on(listReturnLabels, () => ({ data: labels, can_be_made: false }))
  const { part } = await openPart()
  expect(asked).toHaveLength(1)
  await pass(2.1)
  expect(asked).toHaveLength(2)
  labels = [{ ...ASKED, state: 'refused', reason: 'No.' }]
  await pass(2.1)
  expect(await part.findByText(/No more can be asked for this shipment\.$/)).toBeVisible()
  await pass(10)
  expect(asked).toHaveLength(3)
})

it('prints and saves the label, and shows and saves its code', async () => {
  labels = [{ ...MADE, print_state: 'printed' }]
  const label = { ...aShipment().docs[0]!, type: 'return_label' as const, url: '/assets/return.pdf' }
  server.on(getShipment, () => aShipment({ docs: [label] }))
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => {
    setTimeout(() => device.report({ type: 'job', job: aJob({ job_id, state: 'printed' }) }))
    return { job: aJob({ job_id }) }
  })
  server.on(reprintShipment, () => aShipment({ docs: [label] }))
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const { user, part } = await openPart()
  await screen.findByText(/Reception PC/)
  expect(part.queryByText('Not printed here')).toBeNull()
  expect(part.getByText('The carrier charges it when it is used.')).toBeVisible()
  await user.click(await part.findByRole('button', { name: /^Save QR code/ }))
  await user.click(part.getByRole('button', { name: /^Save Return label/i }))
  await waitFor(() => expect(names).toEqual(['return-code-ZZ000000019GB.png', 'return-label-ZZ000000019GB.pdf']))
  await user.click(part.getByRole('button', { name: /^Print Return label/i }))
  await waitFor(() => expect(prints).toHaveLength(1))
  server.on(getShipment, () => aShipment({ docs: [] }))
  await user.click(part.getByRole('button', { name: /^Save Return label/i }))
  expect(await screen.findByText('This document could not be loaded.')).toBeVisible()
  expect(names).toHaveLength(2)
})
