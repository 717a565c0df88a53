import { listPrinted } from '@postroom/contract/evidence'
import { listColleagues } from '@postroom/contract/identity'
import { getShipment } from '@postroom/contract/shipment'
import { exportShipments, searchShipments, type FoundShipment } from '@postroom/contract/shipment-search'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it, test } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { heads, listsAreShort, pagesOf, tablesAreWide } from '../../testing/tables.ts'
import { openToast } from '../../ui/toast-queue.ts'

const idOf = (number: number) => `c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2${String(100 + number)}`
const found = (number: number, change: Partial<ReturnType<typeof aShipment>> = {}) =>
  aShipment({
    id: idOf(number),
    to: { ...aShipment().to, name: `Person ${number}` },
    created_at: '2019-02-03T12:05:00.000Z',
    print_state: 'printed',
    ...change,
  })
const MANUAL: FoundShipment = {
  id: idOf(9),
  transaction_type: 'manual',
  carrier: 'DHL',
  service_name: 'Paket',
  number: 'JD0001',
  shipping_date: '2026-11-18',
  to: { ...aShipment().to, name: 'Rhian Pugh' },
  total_charge: 320,
  references: ['R-1'],
  costcenter: [],
  notes: '',
  created_at: '2019-02-03T12:05:00.000Z',
}

let rows: FoundShipment[]
let asked: ReturnType<typeof server.on<typeof searchShipments>>
beforeEach(() => {
  rows = [found(1), found(2)]
  asked = server.on(searchShipments, (call) => pagesOf(rows)(call))
  server.on(listPrinted, () => ({ data: [] }))
  server.on(getShipment, ({ params }) => found(1, { id: params.id }))
  server.on(listColleagues, () => ({ data: [] }))
  server.on(listCostCenters, () => pageOf([]))
})
const open = async (query = '') => {
  const user = openPage(`/app/history${query}`)
  await screen.findAllByRole('rowheader')
  return user
}
const search = () => screen.getByRole('searchbox')
const buttons = () =>
  ['Shipment before', 'Next shipment'].map((name) => !screen.getByRole<HTMLButtonElement>('button', { name }).disabled)
const drawer = (number: number) => screen.findByRole('complementary', { name: `Person ${number}` })

test.each([
  [1024, ['Sent 118', 'To 179', 'Service 164', 'Reference 100', 'Item number 132', 'By 75', 'State 172', 'Price 84']],
  [899, ['Sent 118', 'To 361', 'Service 164', 'State 172', 'Price 84']],
])('the history has room for these columns in %i pixels', async (pixels, columns) => {
  tablesAreWide(pixels)
  await open()
  expect(heads()).toEqual(columns)
})

it('has room for every column in 900 pixels', async () => {
  tablesAreWide(900)
  await open()
  expect(screen.getAllByRole('columnheader')).toHaveLength(8)
})

it('shows a shipment on two lines on a phone', async () => {
  tablesAreWide(400)
  openPage('/app/history')
  expect(await screen.findByRole('row', { name: /Person 1/ })).toHaveTextContent(
    /^Person 1 Aberystwyth SY23 2HT£0\.91 ?3 Feb 19 \d\d:05 · Printed$/,
  )
})

it('writes a shipment that was entered by hand in its row', async () => {
  rows = [MANUAL]
  await open()
  const cells = [...screen.getByRole('row', { name: /Rhian/ }).querySelectorAll('[role=gridcell],[role=rowheader]')]
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^3 Feb 19 \d\d:05$/),
    'Rhian Pugh Aberystwyth SY23 2HT',
    'DHL Paket',
    'R-1',
    'JD0001',
    '',
    'By hand',
    '£3.20',
  ])
  expect(screen.getByText('Rhian Pugh').parentElement).toHaveAttribute('title', 'Rhian Pugh Aberystwyth SY23 2HT')
})

it('names a shipment without an addressee after its labels, and writes the parts of a place that are known', async () => {
  const nobody = { ...aShipment().to, name: '', company_name: '' }
  rows = [
    found(1, { to: nobody, item_numbers: [] }),
    found(2, { to: { ...nobody, name: 'Ann', city: '' } }),
    found(3, { to: { ...nobody, name: 'Ben', city: '', country: 'DE' } }),
    { ...MANUAL, to: nobody },
  ]
  await open()
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    '1 letter ',
    'Ann SY23 2HT',
    'Ben Germany',
    '1 letter ',
  ])
})

it('loads a hundred at a time until all are there', async () => {
  listsAreShort()
  rows = Array.from({ length: 200 }, (_, number) => found(number))
  await open()
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ query }) => [query.start, query.length, query.withSum])).toEqual([
    [0, 100, 'true'],
    [100, 100, 'false'],
  ])
})

it('lists a shipment once that a new one has moved to the next page', async () => {
  listsAreShort()
  rows = [found(1), found(2), found(3)]
  server.on(searchShipments, ({ query: { start, length } }) => ({
    data: start === 0 ? rows.slice(0, 2) : rows.slice(1),
    total: 101,
    start,
    length,
  }))
  await open()
  expect(await screen.findByText('Person 3')).toBeVisible()
  expect(screen.getAllByText('Person 2')).toHaveLength(1)
})

it('counts without a sum where there is none, and saves nothing before something is found', async () => {
  await open()
  expect(screen.getAllByText('2 shipments')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Save 2 as CSV' })).toBeEnabled()
})

it.each([
  ['nothing is found', () => pageOf<FoundShipment>([])],
  ['the list is loading', () => new Promise<never>(() => {})],
])('saves no file while %s', async (_, answer) => {
  server.on(searchShipments, answer)
  openPage('/app/history')
  expect(await screen.findByRole('button', { name: 'Save 0 as CSV' })).toBeDisabled()
})

it('says that a file is being saved, and when it could not be', async () => {
  const answered = Promise.withResolvers<Refusal>()
  server.on(exportShipments, () => answered.promise)
  const user = await open()
  const save = screen.getByRole('button', { name: 'Save 2 as CSV' })
  await user.click(save)
  await waitFor(() => expect(save).toHaveAttribute('data-pending'))
  answered.resolve(new Refusal('try_again'))
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
})

it('adds one step to the history of the browser for the first shipment, and none for the next one', async () => {
  const user = await open()
  const entries = history.length
  await user.click(screen.getByText('Person 1'))
  await drawer(1)
  expect(history).toHaveLength(entries + 1)
  await user.click(screen.getByText('Person 2'))
  await waitFor(() => expect(location.search).toBe(`?shipment=${idOf(2)}`))
  expect(history).toHaveLength(entries + 1)
  history.back()
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(location.search).toBe('')
})

it('follows the focus in the list with an open drawer only', async () => {
  const user = await open()
  screen.getByRole('row', { name: /Person 1/ }).focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toHaveTextContent(/^3 Feb.*Person 2/)
  expect(location.search).toBe('')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.search).toBe(`?shipment=${idOf(2)}`))
  await screen.findByRole('complementary')
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(location.search).toBe(`?shipment=${idOf(1)}`))
})

it('gives the focus to the list when the drawer that had it is closed, and leaves it in the list otherwise', async () => {
  const user = await open()
  await user.click(screen.getByText('Person 2'))
  const second = await screen.findByRole('complementary')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(second).not.toBeInTheDocument())
  expect(screen.getByRole('row', { name: /Person 2/ })).toContainElement(document.activeElement as HTMLElement)
  await user.click(screen.getByText('Person 2'))
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  await waitFor(() => expect(document.activeElement?.closest('[role=grid]')).not.toBeNull())
})

it('moves neither before the first nor after the last, nor from a shipment that is not in the list', async () => {
  const user = await open()
  await user.click(screen.getByText('Person 1'))
  await drawer(1)
  expect(buttons()).toEqual([false, true])
  await user.click(screen.getByRole('button', { name: 'Next shipment' }))
  await waitFor(() => expect(buttons()).toEqual([true, false]))
  await user.click(screen.getByRole('button', { name: 'Shipment before' }))
  await waitFor(() => expect(buttons()).toEqual([false, true]))
})

it('offers no neighbours of a shipment that the list does not have', async () => {
  listsAreShort()
  rows = Array.from({ length: 101 }, (_, number) => found(number))
  server.on(searchShipments, ({ query: { start, length } }) => ({
    data: start === 0 ? rows.slice(0, 2) : [],
    total: 101,
    start,
    length,
  }))
  await open(`?shipment=${idOf(500)}`)
  await screen.findByRole('complementary')
  expect(screen.getByRole('button', { name: 'Shipment before' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Next shipment' })).toBeDisabled()
})

it('forgets what was typed with a step of the history of the browser', async () => {
  const user = await open('?q=llew')
  expect(search()).toHaveValue('llew')
  await user.click(screen.getByRole('button', { name: 'Remove all filters' }))
  await waitFor(() => expect(search()).toHaveValue(''))
  history.back()
  await waitFor(() => expect(search()).toHaveValue('llew'))
  const entries = history.length
  await user.type(search(), 'y')
  await waitFor(() => expect(location.search).toBe('?q=llewy'))
  expect(history).toHaveLength(entries)
  expect(search()).toHaveFocus()
})

it('keeps the open shipment when the filters change', async () => {
  const user = await open(`?shipment=${idOf(1)}`)
  await user.type(screen.getByRole('searchbox'), 'p')
  await waitFor(() => expect(location.search).toBe(`?shipment=${idOf(1)}&q=p`))
  await user.click(await screen.findByRole('button', { name: 'Remove all filters' }))
  await waitFor(() => expect(location.search).toBe(`?shipment=${idOf(1)}`))
})

it('leads from an empty history to sending, and from filters back to everything', async () => {
  rows = []
  openPage('/app/history')
  expect(await screen.findByText('Everything you send will be listed here.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Send your first item' })).toHaveAttribute('href', '/app/shipping-single')
})

it('says where it looked when nothing is found', async () => {
  rows = []
  openPage('/app/history?country=FR')
  expect(await screen.findByText(/^Searched in addressee, town/)).toBeVisible()
  expect(screen.queryByText('Nothing sent yet')).toBeNull()
})

it('asks for the cost centres by name, and offers no choice of them while there are none', async () => {
  const centers = server.on(listCostCenters, () => pageOf([]))
  await open()
  expect(centers[0]?.query).toMatchObject({ length: 100, orderBy: 'name' })
  expect(screen.queryByRole('button', { name: /cost centre/i })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remove all filters' })).toBeNull()
})
