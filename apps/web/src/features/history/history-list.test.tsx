import { listPrinted } from '@postroom/contract/evidence'
import { listColleagues } from '@postroom/contract/identity'
import { getShipment } from '@postroom/contract/shipment'
import { searchShipments, type FoundShipment } from '@postroom/contract/shipment-search'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { openToast } from '../../ui/toast-queue.ts'

const BY = aShipment().bought_by
const idOf = (number: number) => `c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2${String(100 + number)}`
const found = (number: number, change: Partial<ReturnType<typeof aShipment>> = {}) =>
  aShipment({ id: idOf(number), to: { ...aShipment().to, name: `Person ${number}` }, ...change })

let asked: ReturnType<typeof server.on<typeof searchShipments>>
const answer = (all: FoundShipment[]) =>
  server.on(searchShipments, ({ query: { start, length } }) => ({
    data: all.slice(start, start + length),
    total: all.length,
    start,
    length,
  }))
beforeEach(() => {
  asked = answer([found(1)])
  server.on(listPrinted, () => ({ data: [] }))
  server.on(getShipment, ({ params }) => aShipment({ id: params.id }))
  server.on(listColleagues, () => ({ data: [{ id: BY, fullname: 'anna  maria van Hale', is_manager: false }] }))
  server.on(listCostCenters, () => pageOf([]))
})
const cells = (name: RegExp) =>
  [...screen.getByRole('row', { name }).querySelectorAll('[role=gridcell],[role=rowheader]')].map(
    ({ textContent }) => textContent,
  )
const last = () => asked.at(-1)?.query

it('writes a shipment in its row: day, addressee, service, reference, number, person and price', async () => {
  const year = new Date().getFullYear()
  const abroad = { ...aShipment().to, name: '', company_name: 'Kunsthaus', city: 'Munich', country: 'DE' }
  answer([
    found(1, { created_at: `${year}-02-03T12:05:00.000Z`, references: ['W-1', 'W-2'], amount: 182 }),
    found(2, { created_at: '2019-02-03T12:05:00.000Z', to: abroad, bought_by: idOf(9), item_numbers: [] }),
    found(3, { to: { ...abroad, company_name: '' }, item_numbers: ['A', 'B'] }),
  ])
  openPage('/app/history')
  await screen.findByText('Person 1')
  await waitFor(() => expect(screen.getAllByText('AM')).toHaveLength(2))
  expect(cells(/Person 1/)).toEqual([
    expect.stringMatching(/^3 Feb \d\d:05$/),
    'Person 1 Aberystwyth SY23 2HT',
    '2nd Class',
    'W-1',
    'ZZ123456785GB',
    'AManna  maria van Hale',
    expect.any(String),
    '£1.82',
  ])
  expect(cells(/Kunsthaus/)).toEqual([
    expect.stringMatching(/^3 Feb 19 \d\d:05$/),
    'Kunsthaus Munich, Germany',
    '2nd Class',
    '',
    '',
    '',
    expect.any(String),
    '£0.91',
  ])
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)[2]).toMatch(/2/)
})

it('asks for the newest first, by a hundred, with their sum, and by price when asked', async () => {
  const user = openPage('/app/history')
  await screen.findByText('Person 1')
  expect(asked[0]?.query).toMatchObject({
    start: 0,
    length: 100,
    orderBy: 'created_at',
    orderAsc: 'false',
    withSum: 'true',
  })
  await user.click(screen.getByRole('columnheader', { name: /Price/ }))
  await waitFor(() => expect(last()).toMatchObject({ orderBy: 'total_charge' }))
  const first = last()?.orderAsc
  await user.click(screen.getByRole('columnheader', { name: /Price/ }))
  await waitFor(() => expect(last()?.orderAsc).toBe(first === 'true' ? 'false' : 'true'))
})

it('searches for what is typed once the typing pauses, from the key of the search', async () => {
  const user = openPage('/app/history')
  await screen.findByText('Person 1')
  await user.keyboard('/')
  const search = screen.getByRole('searchbox', { name: 'Number, name, postcode or reference' })
  expect(search).toHaveFocus()
  expect(search).toHaveAttribute('maxlength', '100')
  await user.keyboard('llew')
  await waitFor(() => expect(last()?.text).toBe('llew'))
  expect(asked.map(({ query }) => query.text)).toEqual(['', 'llew'])
  expect(location.search).toBe('?q=llew')
})

it('offers retired cost centres as such, and shows several services of a link', async () => {
  const center = { id: idOf(50), code: 'OLD', name: 'Bindery', is_active: false, version: '1' }
  server.on(listCostCenters, () => pageOf([center]))
  const user = openPage('/app/history?service=1,2')
  await screen.findByText('Person 1')
  expect(last()).toMatchObject({ service: '1,2' })
  expect(screen.getByRole('button', { name: /Several services/ })).toBeVisible()
  await user.click(await screen.findByRole('button', { name: /Cost centre/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Any cost centre',
    'Bindery (retired)',
  ])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: /^(Person|Anybody)/ }))
  await user.click(await screen.findByRole('option', { name: /van Hale/ }))
  await waitFor(() => expect(location.search).toContain(`person=${BY}`))
  await screen.findByRole('button', { name: /van Hale/ })
  await user.click(screen.getByRole('button', { name: /Several services/ }))
  await user.click(await screen.findByRole('option', { name: 'Any service' }))
  await waitFor(() => expect(location.search).not.toContain('service'))
  expect(location.search).toContain(`person=${BY}`)
})

it('keeps the rows when others cannot be loaded, and says since when they are', async () => {
  const user = openPage('/app/history')
  await screen.findByText('Person 1')
  server.on(searchShipments, () => UNREACHABLE)
  await user.click(screen.getByRole('columnheader', { name: /Price/ }))
  expect(await screen.findByText(/^The connection is lost\. These rows are from/)).toBeVisible()
  expect(screen.getByText('Person 1')).toBeVisible()
  answer([found(2)])
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await screen.findByText('Person 2')).toBeVisible()
})

it('goes on to the next page from the last row, without its sum', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  asked = answer(Array.from({ length: 101 }, (_, index) => found(index)))
  const user = openPage(`/app/history?shipment=${idOf(99)}`)
  const drawer = within(await screen.findByRole('complementary', { name: /Person 99|Marguerite/ }))
  await waitFor(() => expect(drawer.getByRole('button', { name: 'Next shipment' })).toBeEnabled())
  await user.click(drawer.getByRole('button', { name: 'Next shipment' }))
  await waitFor(() => expect(last()).toMatchObject({ start: 100, length: 100, withSum: 'false' }))
  await waitFor(async () => {
    await user.click(screen.getByRole('button', { name: 'Next shipment' }))
    expect(location.search).toBe(`?shipment=${idOf(100)}`)
  })
  expect(screen.getByRole('button', { name: 'Shipment before' })).toBeEnabled()
})

it('what the page asks beside the list fails without a toast', async () => {
  server.on(listCostCenters, () => new Refusal('try_again'))
  server.on(searchShipments, () => new Refusal('try_again'))
  openPage('/app/history')
  await screen.findByText('History: the list could not be loaded')
  expect(openToast()).toBeUndefined()
})
