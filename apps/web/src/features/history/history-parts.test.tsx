import { customsSchema } from '@postroom/contract/customs'
import { downloadEvidence, listPrinted } from '@postroom/contract/evidence'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { reprintShipment } from '@postroom/contract/shipment-change'
import { getShipment, type Shipment } from '@postroom/contract/shipment'
import { searchShipments, type FoundShipment } from '@postroom/contract/shipment-search'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { trackShipment } from '@postroom/contract/shipment-tracking'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const BY = { id: aShipment().bought_by, fullname: 'Tomos Hale', is_manager: false }
let shipment: Shipment
let saved: [string, string][]
beforeEach(() => {
  shipment = aShipment()
  server.on(searchShipments, () => pageOf<FoundShipment>([shipment]))
  server.on(getShipment, () => shipment)
  server.on(listColleagues, () => ({ data: [BY] }))
  server.on(listCostCenters, () => pageOf([]))
  server.on(trackShipment, () => ({ data: [], as_of: null, is_final: false }))
  server.on(listPrinted, () => ({ data: [] }))
  saved = []
  const made = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, (made.mock.lastCall![0] as Blob).type])
  })
})
const openDrawer = async () => {
  const user = openPage(`/app/history?shipment=${shipment.id}`)
  const name = shipment.to.company_name || shipment.to.name
  return { user, drawer: within(await screen.findByRole('complementary', { name })) }
}
const part = async (name: string) => {
  const { user, drawer } = await openDrawer()
  return { user, shown: within(await drawer.findByRole('region', { name })) }
}
/** The facts of a part by their names. */
const facts = (title: string) => {
  const region = screen.getByRole('region', { name: title })
  return [...region.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent])
}
const steps = (title: string) =>
  [...screen.getByRole('region', { name: title }).querySelectorAll('li')].map((step) => step.dataset['step'])

it('shows everything that was declared, and what all labels cost', async () => {
  const [parcel] = shipment.parcels
  const item = { description: 'Book', quantity: 1, weight: { value: 100, units: 'G' as const } }
  shipment = aShipment({
    item_numbers: ['ZZ1GB', 'ZZ2GB'],
    amount: 182,
    charges: { ...shipment.charges, vat: 15 },
    references: ['W-1', 'Job 7'],
    notes: 'Fragile',
    shipping_date: '2026-11-23',
    created_at: '2026-11-22T09:05:00.000Z',
    parcels: [
      { ...parcel!, weight: { value: 1500, units: 'G' }, dim: { length: 30, width: 20.5, height: 10, units: 'CM' } },
    ],
    customs: customsSchema.parse({
      contents_items: [
        { ...item, value: 1250 },
        { ...item, value: 250 },
      ],
    }),
  })
  const { shown } = await part('Declared')
  await shown.findByText('Tomos Hale')
  expect(facts('Declared')).toEqual([
    ['Format', 'Letter'],
    ['Weight', '1,500 g'],
    ['Size', '30 × 20.5 × 10 cm'],
    ['Goods', '2 kinds, £15.00'],
    ['Reference', 'W-1, Job 7'],
    ['Notes', 'Fragile'],
    ['Item numbers', 'ZZ1GB, ZZ2GB'],
    ['To be posted on', '23 Nov 2026'],
    ['Entered', expect.stringMatching(/^22 Nov 2026, \d\d:05$/)],
    ['Person', 'Tomos Hale'],
  ])
  expect(facts('Price of one item').slice(-2)).toEqual([
    ['VAT included', '£0.15'],
    ['Paid for 2 items', '£1.82'],
  ])
})

it('leaves out what was not declared, and what was paid where it is the price', async () => {
  const { shown } = await part('Declared')
  await shown.findByText('Tomos Hale')
  expect(facts('Declared').map(([name]) => name)).toEqual(['Format', 'Weight', 'To be posted on', 'Entered', 'Person'])
  expect(facts('Price').map(([name]) => name)).not.toContain('VAT included')
  expect(facts('Price').map(([name]) => name)).not.toContain('Paid for 1 item')
})

it('shows the steps of a refused refund, and no day on which money is expected', async () => {
  shipment = aShipment({
    status: 'bought',
    refund: {
      amount: 91,
      status: 'rejected',
      expected_by: '2026-12-10',
      events: [
        { status: 'void_requested', at: '2026-11-19T14:00:00.000Z', reason: '' },
        { status: 'void_rejected', at: '2026-11-20T14:00:00.000Z', reason: 'It was posted' },
      ],
    } as never,
  })
  const { shown } = await part('Refund')
  expect(shown.getByText('The carrier refused the refund')).toBeVisible()
  expect(shown.getByText('It was posted')).toBeVisible()
  expect(steps('Refund')).toEqual(['done', 'refused'])
})

it('shows the last step of an open refund as the present one, before the money', async () => {
  shipment = aShipment({
    status: 'void_requested',
    refund: {
      amount: 91,
      status: 'submitted',
      expected_by: '2026-12-10',
      events: [{ status: 'void_requested', at: '2026-11-19T14:00:00.000Z', reason: '' }],
    },
  })
  const { shown } = await part('Refund')
  expect(shown.getByText('£0.91 expected back')).toBeVisible()
  expect(steps('Refund')).toEqual(['now', 'expected'])
})

const seen = (code: 'accepted' | 'delivered', item_number: string, place: string) => ({
  item_number,
  at: `2026-11-19T1${item_number.length}:00:00.000Z`,
  code,
  description: 'Words of the carrier',
  place,
})

it.each([
  [false, ['done', 'now']],
  [true, ['done', 'done']],
])('shows where each of several items was seen; the last is final: %s', async (is_final, wanted) => {
  shipment = aShipment({ item_numbers: ['ZZ1', 'ZZ22'], meta_data: { ...shipment.meta_data, tracking_type: 'full' } })
  const data = [seen('accepted', 'ZZ1', 'Truro'), seen('delivered', 'ZZ22', '')]
  server.on(trackShipment, () => ({ data, as_of: '2026-11-19T15:00:00.000Z', is_final }))
  const { shown } = await part('Tracking')
  expect(await shown.findByText('ZZ1 · Truro')).toBeVisible()
  expect(shown.getByText('ZZ22')).toBeVisible()
  expect(shown.queryByText('Words of the carrier')).toBeNull()
  expect(shown.queryByText('The carrier has not scanned it yet.')).toBeNull()
  expect(steps('Tracking')).toEqual(wanted)
})

it('offers to ask again where an item was seen, and asks nothing about one that is not tracked', async () => {
  shipment = aShipment({ meta_data: { ...shipment.meta_data, tracking_type: 'full' } })
  server.on(trackShipment, () => UNREACHABLE)
  const { user, shown } = await part('Tracking')
  const again = await shown.findByRole('button', { name: 'Try again' })
  server.on(trackShipment, () => ({ data: [], as_of: '2026-11-19T15:00:00.000Z', is_final: false }))
  await user.click(again)
  expect(await shown.findByText('The carrier has not scanned it yet.')).toBeVisible()
  shipment = aShipment()
  const asked = server.on(trackShipment, () => ({ data: [], as_of: null, is_final: false }))
  const { drawer } = await openDrawer()
  await drawer.findByRole('region', { name: 'Declared' })
  expect(drawer.queryByRole('region', { name: 'Tracking' })).toBeNull()
  expect(asked).toEqual([])
})

it.each([
  ['printed', undefined, 'done', 'Label: Printed'],
  ['failed', 'a_code_of_tomorrow', 'now', /^Label: .*not printed|^Label: .*fail/i],
  [undefined, undefined, 'now', /^Label: /],
] as const)('a print that is %s with the code %s is %s', async (state, error_code, step, text) => {
  server.on(listPrinted, () => ({
    data: [{ document: 'label' as const, at: '2026-11-19T14:30:00.000Z', state, error_code }],
  }))
  const { shown } = await part('Prints')
  expect(shown.getByText(text)).toBeVisible()
  expect(steps('Prints')).toEqual([step])
})

it('prints and saves each document; one that cannot be read is said in a toast', async () => {
  const device = pairDevice()
  server.on(reprintShipment, () => shipment)
  const prints = device.on('print', ({ job_id }) => {
    setTimeout(() =>
      device.report({
        type: 'job',
        job: aJob({ job_id, state: 'failed', error: { code: 'media_empty', description: '' } }),
      }),
    )
    return { job: aJob({ job_id }) }
  })
  const label = { ...shipment.docs[0]!, url: '/assets/label.pdf' }
  shipment = aShipment({ docs: [label] })
  const { user, shown } = await part('Documents')
  await screen.findByText(/Reception PC/)
  await user.click(shown.getByRole('button', { name: 'Print Label' }))
  expect(await shown.findByText(/^The printer is out of paper/)).toBeVisible()
  expect(prints).toHaveLength(1)
  await user.click(shown.getByRole('button', { name: 'Save Label' }))
  await waitFor(() => expect(saved.map(([name]) => name)).toEqual(['label-ZZ123456785GB.pdf']))
  shipment = aShipment({ docs: [{ ...label, status: 'pending' }] })
  await user.click(shown.getByRole('button', { name: 'Save Label' }))
  expect(await screen.findByText('This document could not be loaded.')).toBeVisible()
  expect(saved).toHaveLength(1)
})

it('saves the evidence as a PDF under the item number, or under the id of a shipment without one', async () => {
  server.on(downloadEvidence, () => new Uint8Array([1]))
  const first = await openDrawer()
  await first.user.click(await first.drawer.findByRole('button', { name: 'Save the evidence' }))
  await waitFor(() => expect(saved).toEqual([['evidence-ZZ123456785GB.pdf', 'application/pdf']]))
  shipment = aShipment({
    id: 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b02',
    meta_data: { ...shipment.meta_data, tracking: '' },
  })
  const second = await openDrawer()
  await second.user.click(await second.drawer.findByRole('button', { name: 'Save the evidence' }))
  await waitFor(() => expect(saved[1]).toEqual([`evidence-${shipment.id}.pdf`, 'application/pdf']))
})

it('asks before postage is voided', async () => {
  server.on(getPermission, () => ({ permissions: ['void'], roles: [], products: [], custom_data: {} }))
  shipment = aShipment({ void_until: '2999-01-01' })
  const { user, shown } = await part('Void and refund')
  await user.click(await shown.findByRole('button', { name: 'Void…' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getAllByRole('button', { name: /^(Cancel|Close|Keep)/ })[0]!)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('says that a shipment could not be loaded, and loads it when asked', async () => {
  server.on(searchShipments, () => pageOf<FoundShipment>([]))
  server.on(getShipment, () => UNREACHABLE)
  const user = openPage(`/app/history?shipment=${shipment.id}`)
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.on(getShipment, () => shipment)
  await user.click(again)
  expect(await screen.findByRole('complementary', { name: 'Marguerite Llewellyn' })).toBeVisible()
})
