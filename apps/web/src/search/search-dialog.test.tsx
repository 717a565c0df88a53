import { listPrinted } from '@postroom/contract/evidence'
import { listColleagues } from '@postroom/contract/identity'
import { findAddressees, type Addressee } from '@postroom/contract/addressee'
import { getShipment } from '@postroom/contract/shipment'
import { searchShipments } from '@postroom/contract/shipment-search'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aShipment } from '../testing/a-shipment.ts'
import { pageOf } from '../testing/answers.ts'
import { server, UNREACHABLE } from '../testing/fake-server.ts'
import { openPage } from '../testing/open-page.tsx'

const { to } = aShipment()
const PERSON: Addressee = {
  id: null,
  code: '',
  address: to,
  correction_status: 'unverified',
  sent: 1,
  last_sent_at: '2026-11-20T09:00:00.000Z',
}

beforeEach(() => {
  server.on(findAddressees, () => ({ book: [], past: [PERSON] }))
  server.on(searchShipments, ({ query }) =>
    query.text === '' || 'marguerite'.startsWith(query.text.toLowerCase())
      ? { ...pageOf([aShipment()]), total: 6 }
      : pageOf([]),
  )
})

const openSearch = async (typed = '') => {
  const user = openPage('/app/home')
  await screen.findAllByText('£50.00')
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('searchbox', { name: 'Search pages, people, shipments' })
  await waitFor(() => expect(field).toHaveFocus())
  if (typed !== '') await user.keyboard(typed)
  return user
}
const found = () => within(screen.getByRole('dialog'))
const rows = () => found().getAllByRole('option')
const isSettled = (text: string) => waitFor(() => expect(found().getByRole('status')).toHaveTextContent(text))

it('has the focus, finds in groups of a fixed order, and announces how many', async () => {
  await openSearch('mar')
  await isSettled('2 results')
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Marguerite Llewellyn .*SY23 2HT$/),
    expect.stringMatching(/^Marguerite Llewellyn 2nd Class · ZZ123456785GB.*£0.91$/),
    expect.stringMatching(/^All 6 in the history/),
  ])
  expect(found().getByText('Shipments, 1 of 6')).toBeVisible()
})

it('says that more shipments are found than are counted', async () => {
  server.on(searchShipments, () => ({ ...pageOf([aShipment()]), total: 10_000, total_is_minimum: true as const }))
  await openSearch('mar')
  expect(await found().findByText('Shipments, 1 of more than 10,000')).toBeVisible()
  expect(rows().at(-1)).toHaveTextContent(/^More than 10,000 in the history/)
})

it('a page opens by the keyboard', async () => {
  const user = await openSearch('printers')
  await isSettled('1 result')
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Printers' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a person opens shipping with their address, once; the weight is next, and no address is in the URL', async () => {
  const user = await openSearch('margue')
  await isSettled('2 results')
  const steps = history.length
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Send a parcel' })).toBeVisible()
  expect((await screen.findAllByText(/14 Heol y Gogledd/))[0]).toBeVisible()
  await waitFor(() => expect(document.getElementById('weight')).toHaveFocus())
  expect(location.href).not.toMatch(/Marguerite|SY23/)
  expect(JSON.stringify(history.state)).not.toMatch(/Marguerite/)
  expect(history).toHaveLength(steps + 1)
})

it('a shipment opens in the history, with the focus', async () => {
  server.on(listPrinted, () => ({ data: [] }))
  server.on(listColleagues, () => ({ data: [] }))
  server.on(getShipment, () => aShipment())
  const user = await openSearch('margue')
  await isSettled('2 results')
  await user.keyboard('{ArrowDown}{Enter}')
  const drawer = await screen.findByRole('complementary', { name: 'Marguerite Llewellyn' })
  expect(await within(drawer).findByRole('button', { name: 'Print Label' })).toBeVisible()
  expect(location.pathname + location.search).toBe(`/app/history?shipment=${aShipment().id}`)
  await waitFor(() => expect(drawer).toContainElement(document.activeElement as HTMLElement))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(drawer).not.toBeInTheDocument())
})

it('says that nothing is found only when every answer is there', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(searchShipments, async () => {
    await promise
    return pageOf([])
  })
  await openSearch('zebra')
  await isSettled('Searching…')
  expect(screen.queryByText(/^Nothing found/)).toBeNull()
  resolve()
  expect(await screen.findByText(/^Nothing found/)).toBeVisible()
})

it('finds pages without the server, says that it did not answer, and asks again', async () => {
  server.on(searchShipments, () => UNREACHABLE)
  const user = await openSearch('home')
  expect(await screen.findByRole('alert')).toHaveTextContent('The search did not answer. Pages are found without it.')
  expect(rows()).toHaveLength(1)
  server.on(searchShipments, () => pageOf([]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await isSettled('1 result')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows nothing of an earlier text', async () => {
  const user = await openSearch('margue')
  await isSettled('2 results')
  server.on(searchShipments, () => new Promise(() => {}))
  await user.keyboard('x')
  await waitFor(() => expect(found().queryAllByRole('option')).toEqual([]))
})

it('the last row of the shipments opens all that are found in the history', async () => {
  server.on(listColleagues, () => ({ data: [] }))
  const user = await openSearch('margue')
  await isSettled('2 results')
  await user.click(found().getByRole('option', { name: 'All 6 in the history' }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/app/history?q=margue'))
})

it('finds a topic of the help by its words, and opens it', async () => {
  const user = await openSearch('jammed')
  await isSettled('1 result')
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: 'Print a label again' })).toBeVisible()
  expect(location.search).toBe('?topic=print_again')
})
