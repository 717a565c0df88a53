import { listPrinted } from '@postroom/contract/evidence'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { listReturnLabels, listReturnServices, makeReturnLabel } from '@postroom/contract/return-label'
import { getShipment, type Shipment } from '@postroom/contract/shipment'
import { searchShipments, type FoundShipment } from '@postroom/contract/shipment-search'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { trackShipment } from '@postroom/contract/shipment-tracking'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, test } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { openToast } from '../../ui/toast-queue.ts'
import { writtenDay } from './written-day.ts'

const ID = aShipment().id
const CENTER = { id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02', code: 'B', name: 'Bindery', is_active: true, version: '1' }
const MANUAL: FoundShipment = {
  id: ID,
  transaction_type: 'manual',
  carrier: 'DHL',
  service_name: 'Paket',
  number: 'JD0001',
  shipping_date: '2026-11-18',
  to: { ...aShipment().to, name: 'Rhian Pugh' },
  total_charge: 320,
  references: ['R-1', 'R-2'],
  costcenter: [],
  notes: 'At the door',
  created_at: '2026-11-18T09:00:00.000Z',
}

let shipment: Shipment
let rows: FoundShipment[] | undefined
beforeEach(() => {
  shipment = aShipment()
  rows = undefined
  server.on(searchShipments, () => pageOf<FoundShipment>(rows ?? [shipment]))
  server.on(getShipment, () => shipment)
  server.on(getPermission, () => ({ permissions: ['void'], roles: [], products: [], custom_data: {} }))
  server.on(listColleagues, () => ({ data: [] }))
  server.on(listCostCenters, () => pageOf([CENTER]))
  server.on(trackShipment, () => ({ data: [], as_of: null, is_final: false }))
  server.on(listPrinted, () => ({ data: [] }))
  server.on(listShippers, () => pageOf([]))
  server.on(listReturnLabels, () => ({ data: [], can_be_made: true }))
})
const never = () => new Promise<never>(() => {})
const open = async (name = 'Marguerite Llewellyn') => {
  const user = openPage(`/app/history?shipment=${ID}`)
  return { user, drawer: within(await screen.findByRole('complementary', { name })) }
}
const facts = (title: string) =>
  [...screen.getByRole('region', { name: title }).querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ])

it('shows what was entered by hand, and neither asks for it nor offers to send it again', async () => {
  rows = [MANUAL]
  const asked = server.on(getShipment, () => shipment)
  const user = openPage('/app/history')
  await user.click(await screen.findByText('Rhian Pugh'))
  const drawer = within(await screen.findByRole('complementary', { name: 'Rhian Pugh' }))
  expect(drawer.getByText('This was posted without Postroom and entered by hand.')).toBeVisible()
  expect(facts('By hand')).toEqual([
    ['Item number', 'JD0001'],
    ['To be posted on', '18 Nov 2026'],
    ['Price', '£3.20'],
    ['Reference', 'R-1, R-2'],
    ['Notes', 'At the door'],
  ])
  expect(drawer.queryByRole('link', { name: 'Send again' })).toBeNull()
  expect(drawer.queryByRole('region', { name: 'Documents' })).toBeNull()
  expect(drawer.getByRole('heading', { level: 2 }).nextElementSibling).toHaveTextContent(
    /^14 Heol y Gogledd, Aberystwyth, SY23 2HT By hand DHL Paket$/,
  )
  expect(asked).toEqual([])
})

it('writes place, state, service and number below the name', async () => {
  shipment = aShipment({ print_state: 'printed' })
  const { drawer } = await open()
  expect(drawer.getByRole('heading', { level: 2 }).nextElementSibling).toHaveTextContent(
    /^14 Heol y Gogledd, Aberystwyth, SY23 2HT Printed 2nd Class ZZ123456785GB$/,
  )
})

it('names a shipment without an addressee, and writes no place', async () => {
  shipment = aShipment({
    print_state: 'printed',
    to: { ...shipment.to, name: '', address1: '', city: '', postal_code: '' },
  })
  const { drawer } = await open('The shipment')
  await drawer.findByText(/ZZ123456785GB$/, { selector: 'p' })
  const note = drawer.getByRole('heading', { level: 2 }).nextElementSibling!
  expect(note).toHaveTextContent(/^Printed 2nd Class ZZ123456785GB$/)
  expect(note.querySelector('br')).toBeNull()
})

it('says that a shipment is loading, and then gives it the focus', async () => {
  rows = []
  const answered = Promise.withResolvers<void>()
  server.on(getShipment, async () => {
    await answered.promise
    return shipment
  })
  const { drawer } = await open('The shipment')
  expect(drawer.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  expect(drawer.queryByRole('button', { name: 'Try again' })).toBeNull()
  answered.resolve()
  const documents = await drawer.findByRole('region', { name: 'Documents' })
  await waitFor(() => expect(documents.parentElement).toHaveFocus())
  expect(documents.parentElement).toHaveAttribute('tabindex', '-1')
})

it('writes the price alone where nothing else was paid', async () => {
  const first = await open()
  await first.drawer.findByRole('region', { name: 'Price' })
  expect(screen.getByRole('region', { name: 'Price' }).querySelectorAll('dt')).toHaveLength(1)
})

test.each([
  [{ amount: 100, item_numbers: [] }, 'Price', [['Paid for 1 item', '£1.00']]],
  [{ amount: 91, item_numbers: ['A', 'B'] }, 'Price of one item', [['Paid for 2 items', '£0.91']]],
  [{ amount: 91, item_numbers: ['A'], costcenter: [{ id: CENTER.id }] }, 'Price', [['Cost centre', 'Bindery']]],
] as const)('writes what was paid %#', async (change, title, lines) => {
  shipment = aShipment({ ...change, item_numbers: [...change.item_numbers] } as Partial<Shipment>)
  const { drawer } = await open()
  await drawer.findByRole('region', { name: title })
  await waitFor(() => expect(facts(title).slice(1)).toEqual(lines.map((line) => [...line])))
})

const today = ukDateOf(new Date())
it.each([
  [0, true],
  [-1, false],
])('can be voided until a day that is %i days away: %s', async (days, isOffered) => {
  const until = addDays(today, days)
  shipment = aShipment({ void_until: until })
  const { user, drawer } = await open()
  const written = writtenDay(until, 'en-gb')
  const text = isOffered
    ? `It can be voided until ${written}, if it has not been posted. £0.91 is then expected back by ${writtenDay(addDays(today, 21), 'en-gb')}.`
    : `It could be voided until ${written}.`
  expect(await drawer.findByText(text)).toBeVisible()
  if (!isOffered) return
  await user.click(await drawer.findByRole('button', { name: 'Void…' }))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(/Marguerite Llewellyn/)
})

it('asks the carrier once, keeps the dialog open after a refusal, and uses another key for the next label', async () => {
  server.on(listReturnServices, () => ({
    is_offered: true,
    data: [
      { code: 'TSN', name: 'Tracked Returns 24' },
      { code: 'TSS', name: 'Tracked Returns 48' },
    ],
  }))
  const answered = Promise.withResolvers<Refusal>()
  server.on(makeReturnLabel, () => answered.promise)
  const { user, drawer } = await open()
  const ask = async () => {
    await user.click(await drawer.findByRole('button', { name: /return label$/ }))
    return within(await screen.findByRole('dialog'))
  }
  const dialog = await ask()
  expect(await dialog.findByRole('button', { name: /^Tracked Returns 48/ })).toBeVisible()
  const make = dialog.getByRole('button', { name: 'Make a return label' })
  await user.click(make)
  await waitFor(() => expect(make).toHaveAttribute('data-pending'))
  answered.resolve(new Refusal('try_again'))
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  await waitFor(() => expect(make).not.toHaveAttribute('data-pending'))
  const label = {
    id: ID,
    asked_at: '2026-11-20T10:00:00.000Z',
    state: 'refused' as const,
    service: 'TSS',
    has_qr: false,
  }
  const made = server.on(makeReturnLabel, () => label)
  const lists = server.on(listReturnLabels, () => ({ data: [label], can_be_made: true }))
  await user.click(make)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(lists).toHaveLength(1))
  const again = await ask()
  await again.findByRole('button', { name: /^Tracked Returns 48/ })
  await user.click(again.getByRole('button', { name: 'Make a return label' }))
  await waitFor(() => expect(made).toHaveLength(2))
  const [first, second, third] = server.idempotencyKeys
  expect(second).toBe(first)
  expect(third).not.toBe(second)
})

it('says that the services are loading, and which address they are for', async () => {
  const asked = server.on(listReturnServices, never)
  const senders = server.on(listShippers, () => pageOf([]))
  const { user, drawer } = await open()
  await user.click(await drawer.findByRole('button', { name: 'Make a return label' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Make a return label' })).toBeDisabled()
  expect(dialog.queryByText('The carrier lists no return service for this account.')).toBeNull()
  await waitFor(() => expect([asked.length, senders.length]).toEqual([1, 1]))
  expect(senders[0]?.query.length).toBe(100)
})

it('says that no return service is listed', async () => {
  server.on(listReturnServices, () => ({ is_offered: true, data: [] }))
  const { user, drawer } = await open()
  await user.click(await drawer.findByRole('button', { name: 'Make a return label' }))
  expect(await screen.findByText('The carrier lists no return service for this account.')).toBeVisible()
})

it.each([
  ['none can be made', {}, { data: [], can_be_made: false }],
  ['it was not bought', { status: 'voided' as const }, { data: [], can_be_made: true }],
])('has no part about returns where %s', async (_, change, answer) => {
  shipment = aShipment(change)
  const asked = server.on(listReturnLabels, () => answer)
  const { drawer } = await open()
  await drawer.findByRole('region', { name: 'Declared' })
  await waitFor(() => expect(asked).toHaveLength('status' in change ? 0 : 1))
  expect(drawer.queryByRole('region', { name: 'Return label' })).toBeNull()
})

it('says without a toast which parts could not be loaded', async () => {
  shipment = aShipment({ meta_data: { ...shipment.meta_data, tracking_type: 'full' } })
  for (const call of [listReturnLabels, listPrinted, trackShipment, listCostCenters])
    server.on(call, () => new Refusal('invalid_request'))
  const { drawer } = await open()
  for (const name of ['Return label', 'Prints', 'Tracking'])
    expect(
      await within(await drawer.findByRole('region', { name })).findByText('This could not be loaded.'),
    ).toBeVisible()
  expect(openToast()).toBeUndefined()
})

it.each(['service_not_tracked', 'not_bought'] as const)('has no tracking where the server says %s', async (reason) => {
  shipment = aShipment({ meta_data: { ...shipment.meta_data, tracking_type: 'full' } })
  server.on(trackShipment, () => ({ data: [], as_of: null, is_final: false, reason }))
  const { drawer } = await open()
  await waitFor(() => expect(drawer.queryByRole('region', { name: 'Tracking' })).toBeNull())
})

it('says that tracking is loading', async () => {
  shipment = aShipment({ meta_data: { ...shipment.meta_data, tracking_type: 'full' } })
  server.on(trackShipment, never)
  const { drawer } = await open()
  const tracking = within(await drawer.findByRole('region', { name: 'Tracking' }))
  expect(tracking.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  expect(tracking.queryByText('Royal Mail has not answered yet.')).toBeNull()
})

it('has no part about what did not happen', async () => {
  const { drawer } = await open()
  await drawer.findByRole('region', { name: 'Declared' })
  expect(facts('Declared').map(([name]) => name)).toEqual(['Format', 'Weight', 'To be posted on', 'Entered'])
  expect(drawer.queryByRole('region', { name: 'Prints' })).toBeNull()
  expect(drawer.queryByRole('region', { name: 'Refund' })).toBeNull()
  expect(drawer.queryByRole('region', { name: 'Void and refund' })).toBeNull()
})
