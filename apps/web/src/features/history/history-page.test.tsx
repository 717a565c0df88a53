import { downloadEvidence, listPrinted } from '@postroom/contract/evidence'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { getShipment, type Shipment } from '@postroom/contract/shipment'
import { searchShipments, type FoundShipment } from '@postroom/contract/shipment-search'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { trackShipment, type Tracking } from '@postroom/contract/shipment-tracking'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { trackingPageOf } from '@postroom/domain/post/tracking'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const CENTER = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  code: 'BIND',
  name: 'Bindery',
  is_active: true,
  version: '1',
}
const BY = { id: aShipment().bought_by, fullname: 'Tomos Hale', is_manager: false }
const MANUAL: FoundShipment = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c09',
  transaction_type: 'manual',
  carrier: 'DHL',
  service_name: 'Paket',
  number: 'JD0001',
  shipping_date: '2026-11-18',
  to: { ...aShipment().to, name: 'Rhian Pugh' },
  total_charge: 320,
  references: [],
  costcenter: [],
  notes: '',
  created_at: '2026-11-18T09:00:00.000Z',
}

let rows: FoundShipment[]
beforeEach(() => {
  rows = [aShipment({ costcenter: [{ id: CENTER.id }] }), MANUAL]
  server.on(searchShipments, () => ({ ...pageOf(rows), sum: 91 }))
  server.on(getShipment, () => rows[0] as Shipment)
  server.on(listColleagues, () => ({ data: [BY] }))
  server.on(listCostCenters, () => pageOf([CENTER]))
  server.on(trackShipment, () => ({ data: [], as_of: null, is_final: false }))
  server.on(listPrinted, () => ({ data: [] }))
  server.on(getPermission, () => ({ permissions: ['void'], roles: [], products: [], custom_data: {} }))
})

const open = async (query = '') => {
  const user = openPage(`/app/history${query}`)
  await screen.findByRole('rowheader', { name: /Marguerite/ })
  return user
}
const openFirst = async () => {
  const user = await open()
  await user.click(screen.getByText('Marguerite Llewellyn'))
  return { user, drawer: within(await screen.findByRole('complementary', { name: 'Marguerite Llewellyn' })) }
}

it('lists what was bought and what was entered by hand, with the sum', async () => {
  await open()
  const bought = within(screen.getByRole('rowheader', { name: /Marguerite/ }).closest<HTMLElement>('[role=row]')!)
  expect(bought.getByText('2nd Class')).toBeVisible()
  expect(await bought.findByText('Tomos Hale')).toBeInTheDocument()
  expect(screen.getByText('DHL Paket')).toBeVisible()
  expect(screen.getByText('By hand')).toBeVisible()
  expect(screen.getByText('2 shipments, £0.91 after refunds')).toBeVisible()
})

it('narrows by what the URL says, and puts every choice into it', async () => {
  const asked = server.on(searchShipments, () => ({ ...pageOf(rows), sum: 91 }))
  const user = await open('?q=llew&state=bought&from=2026-11-01&to=2026-11-02&country=FR')
  expect(asked.at(-1)?.query).toMatchObject({
    text: 'llew',
    status: 'bought',
    dateFrom: '2026-11-01',
    dateTo: '2026-11-02',
    country: 'FR',
    withManual: 'true',
  })
  await user.click(screen.getByRole('button', { name: 'To France' }))
  await waitFor(() => expect(location.search).not.toContain('country'))
  await user.click(screen.getByRole('button', { name: /Cost centre/ }))
  await user.click(await screen.findByRole('option', { name: 'Bindery' }))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ costcenter: CENTER.id }))
  expect(location.search).toContain(`costcenter=${CENTER.id}`)
  await user.click(screen.getByRole('button', { name: 'Remove all filters' }))
  await waitFor(() => expect(location.search).toBe(''))
})

it('says that nothing was found, and how to see more; an empty history leads to sending', async () => {
  rows = []
  const user = openPage('/app/history?q=zzqx')
  expect(await screen.findByText('Nothing found')).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'Remove all filters' })[0]!)
  expect(await screen.findByText('Nothing sent yet')).toBeVisible()
})

it('offers to load the list again after a failure', async () => {
  server.on(searchShipments, () => UNREACHABLE)
  const user = openPage('/app/history')
  await screen.findByText('History: the list could not be loaded')
  server.on(searchShipments, () => pageOf(rows))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('rowheader', { name: /Marguerite/ })).toBeVisible()
})

it('names the API key that a shipment was bought with', async () => {
  rows = [aShipment({ bought_with: 'Web shop' })]
  const { drawer } = await openFirst()
  expect(await drawer.findByText('Tomos Hale, with the API key “Web shop”')).toBeVisible()
})

it('opens one shipment beside the list: documents, price, what was declared; Escape closes it', async () => {
  const { user, drawer } = await openFirst()
  expect(location.search).toBe(`?shipment=${rows[0]!.id}`)
  expect(drawer.getByRole('button', { name: 'Print Label' })).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Save Receipt' })).toBeVisible()
  expect(await drawer.findByText('Bindery')).toBeVisible()
  expect(drawer.getByText('50 g')).toBeVisible()
  expect(drawer.getByText('Tomos Hale')).toBeVisible()
  expect(drawer.getByRole('link', { name: 'Send again' })).toHaveAttribute(
    'href',
    `/app/shipping-single?again=${rows[0]!.id}`,
  )
  await user.click(drawer.getByRole('button', { name: 'Next shipment' }))
  expect(await screen.findByRole('complementary', { name: 'Rhian Pugh' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Next shipment' })).toBeDisabled()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Rhian Pugh' })).toBeNull())
  expect(location.search).toBe('')
})

const today = ukDateOf(new Date())

it.each([
  [['void'], addDays(today, 3), /It can be voided until/, true],
  [['void'], addDays(today, -1), /It could be voided until/, false],
  [[], addDays(today, 3), 'A manager of your organisation can void it.', false],
])('with the rights %j and the last day %s: %s', async (permissions, void_until, text, isOffered) => {
  server.on(getPermission, () => ({ permissions, roles: [], products: [], custom_data: {} }))
  rows[0] = aShipment({ void_until })
  const { drawer } = await openFirst()
  expect(await drawer.findByText(text)).toBeVisible()
  await waitFor(() => expect(drawer.queryAllByRole('button', { name: 'Void…' })).toHaveLength(isOffered ? 1 : 0))
})

it('shows where the refund is, and no documents', async () => {
  rows[0] = aShipment({
    status: 'void_requested',
    docs: [],
    refund: {
      amount: 91,
      status: 'submitted',
      expected_by: '2026-12-10',
      events: [{ status: 'void_requested', at: '2026-11-19T14:00:00.000Z', reason: 'The address is wrong' }],
    },
  })
  delete (rows[0] as Partial<Shipment>).print_state
  const { drawer } = await openFirst()
  expect(drawer.getByText('Refund of £0.91 requested')).toBeVisible()
  expect(drawer.getByText('The address is wrong')).toBeVisible()
  expect(drawer.getByText('by 10 Dec 2026')).toBeVisible()
  expect(drawer.getByText('The refund is requested. The label must not be posted.')).toBeVisible()
  expect(drawer.queryByRole('button', { name: /^Print/ })).toBeNull()
})

it('shows where a tracked item was seen', async () => {
  const meta_data = { ...aShipment().meta_data, tracking_type: 'full' as const }
  rows[0] = aShipment({ meta_data })
  server.on(trackShipment, () => ({
    data: [
      {
        item_number: 'ZZ1',
        at: '2026-11-19T14:00:00.000Z',
        code: 'accepted' as const,
        description: '',
        place: 'Aberystwyth',
      },
    ],
    as_of: '2026-11-19T15:00:00.000Z',
    is_final: false,
  }))
  const { drawer } = await openFirst()
  expect(await drawer.findByText('Accepted')).toBeVisible()
  expect(drawer.getByText('Aberystwyth')).toBeVisible()
})

const trackedAs = (tracking: Tracking) => {
  rows[0] = aShipment({ meta_data: { ...aShipment().meta_data, tracking_type: 'full' } })
  server.on(trackShipment, () => tracking)
}
const IN_TRANSIT = {
  item_number: 'ZZ1',
  at: '2026-11-19T14:00:00.000Z',
  code: 'in_transit' as const,
  description: 'Sent on after a mistake',
  place: '',
}
const NOTHING: Tracking = { data: [], as_of: null, is_final: false }

it('shows the words of the carrier for an event on the way', async () => {
  trackedAs({ ...NOTHING, data: [IN_TRANSIT], as_of: '2026-11-19T15:00:00.000Z' })
  const { drawer } = await openFirst()
  const words = await drawer.findByText('Sent on after a mistake')
  expect(words).toHaveAttribute('lang', 'en')
  expect(drawer.queryByRole('link', { name: /Royal Mail/ })).toBeNull()
})

it.each<[string, Tracking, string, boolean]>([
  ['the carrier has not scanned', { ...NOTHING, as_of: '2026-11-19T15:00:00.000Z' }, 'not scanned it yet', false],
  ['the carrier did not answer', NOTHING, 'has not answered yet', true],
  ['nobody asks', { ...NOTHING, reason: 'not_connected' }, 'Tracking is not connected', true],
  [
    'nobody asks any more',
    { ...NOTHING, data: [IN_TRANSIT], reason: 'not_connected' },
    'Tracking is not connected',
    true,
  ],
])('says when %s, and where everybody can look', async (_case, tracking, text, hasLink) => {
  trackedAs(tracking)
  const { drawer } = await openFirst()
  expect(await drawer.findByText(new RegExp(text))).toBeVisible()
  const number = aShipment().item_numbers[0]!
  const link = drawer.queryByRole('link', { name: `${number} at Royal Mail (new tab)` })
  expect(link !== null).toBe(hasLink)
  if (link) expect(link).toHaveAttribute('href', trackingPageOf(number))
})

it('opens the shipment of a link, though the list does not have it', async () => {
  rows = [MANUAL]
  server.on(getShipment, () => aShipment())
  openPage(`/app/history?shipment=${aShipment().id}`)
  expect(await screen.findByRole('complementary', { name: 'Marguerite Llewellyn' })).toBeVisible()
})

it('shows when, where and by whom each document was printed', async () => {
  const at = '2026-11-19T14:30:00.000Z'
  server.on(listPrinted, () => ({
    data: [
      {
        document: 'label' as const,
        at,
        place: 'Packing bench',
        by: 'Tomos Hale',
        state: 'failed' as const,
        error_code: 'media_empty',
      },
      { document: 'label' as const, at: '2026-11-19T14:32:00.000Z', state: 'printed' as const },
    ],
  }))
  const { drawer } = await openFirst()
  const prints = within(await drawer.findByRole('region', { name: 'Prints' }))
  expect(prints.getByText(/out of paper/)).toBeVisible()
  expect(prints.getByText('Packing bench · Tomos Hale')).toBeVisible()
  expect(prints.getByText(/Label: Printed/)).toBeVisible()
})

it('offers to load the prints again, and shows none before the first', async () => {
  server.on(listPrinted, () => UNREACHABLE)
  const { user, drawer } = await openFirst()
  const prints = within(await drawer.findByRole('region', { name: 'Prints' }))
  server.on(listPrinted, () => ({ data: [] }))
  await user.click(prints.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(drawer.queryByRole('region', { name: 'Prints' })).toBeNull())
})

it('saves the evidence of a bought shipment, and offers none for one that was taken back', async () => {
  const asked = server.on(downloadEvidence, () => new Uint8Array([1]))
  const { user, drawer } = await openFirst()
  await user.click(await drawer.findByRole('button', { name: 'Save the evidence' }))
  await waitFor(() => expect(asked.at(-1)?.params).toEqual({ id: rows[0]!.id }))
  rows = [aShipment({ status: 'voided' }), MANUAL]
  const again = await openFirst()
  await again.drawer.findByText(/^Send again/)
  expect(again.drawer.queryByRole('button', { name: 'Save the evidence' })).toBeNull()
})

it('moves from row to row by J and K while the drawer is open', async () => {
  const { user } = await openFirst()
  await user.keyboard('j')
  expect(await screen.findByRole('complementary', { name: 'Rhian Pugh' })).toBeVisible()
  await user.keyboard('j')
  expect(location.search).toContain(MANUAL.id)
  await user.keyboard('k')
  expect(await screen.findByRole('complementary', { name: 'Marguerite Llewellyn' })).toBeVisible()
})

it('leads managers, and nobody else, to what the audit log has about the shipment', async () => {
  const clerk = await openFirst()
  await clerk.drawer.findByText(/^Send again/)
  expect(clerk.drawer.queryByRole('link', { name: /audit log/ })).toBeNull()
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  const { drawer } = await openFirst()
  expect(await drawer.findByRole('link', { name: /audit log/ })).toHaveAttribute(
    'href',
    `/app/administration?view=audit&about=${rows[0]!.id}`,
  )
})
