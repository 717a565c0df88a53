import { findAddressees, type Addressee } from '@postroom/contract/addressee'
import { getPermission } from '@postroom/contract/identity'
import { searchShipments } from '@postroom/contract/shipment-search'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aShipment } from '../testing/a-shipment.ts'
import { pageOf } from '../testing/answers.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { openPage } from '../testing/open-page.tsx'

const { to } = aShipment()
const person = (name: string, company_name = ''): Addressee => ({
  id: null,
  code: '',
  address: { ...to, name, company_name },
  correction_status: 'unverified',
  sent: 1,
  last_sent_at: '2026-11-20T09:00:00.000Z',
})
const four = (last: number) => Array.from({ length: last }, (_, n) => `Sam${n}`)

beforeEach(() => {
  server.on(searchShipments, () => pageOf([]))
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
})

const search = async (typed: string) => {
  const user = openPage('/app/extra/search')
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus())
  if (typed !== '') await user.keyboard(typed)
  return user
}
/** What is announced beside the field. */
const said = () => screen.getByRole('searchbox').parentElement?.querySelector('output')?.textContent
const textIn = (query: { text: string } | { q: string }) => ('text' in query ? query.text : query.q)
const settled = (text: string) => waitFor(() => expect(said()).toBe(text))
const rowsOf = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent.trim())

it('shows three of each kind at most, those of the address book first, and counts them', async () => {
  server.on(findAddressees, () => ({ book: four(2).map((name) => person(name)), past: [person('Sid'), person('Sol')] }))
  const asked = server.on(searchShipments, () => ({ ...pageOf([aShipment()]), total: 1 }))
  await search('s')
  await settled('13 results')
  expect(['Pages', 'Settings', 'Help'].map((name) => rowsOf(name).length)).toEqual([3, 3, 3])
  expect(rowsOf('People').map((row) => row.split(' ')[0])).toEqual(['Sam0', 'Sam1', 'Sid'])
  expect(rowsOf('Shipments')).toHaveLength(1)
  expect(asked.map(({ query }) => [query.text, query.length])).toContainEqual(['s', 3])
})

it('names people and shipments by company or service without a name, and lists what is known of them', async () => {
  server.on(findAddressees, () => ({ book: [person('', 'Sun Ltd'), person('Sam', 'Sun Ltd')], past: [] }))
  const { meta_data } = aShipment()
  server.on(searchShipments, () =>
    pageOf([
      aShipment({ id: 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b02', to: { ...to, name: '', company_name: 'Sun Ltd' } }),
      aShipment({
        to: { ...to, name: '', company_name: '' },
        meta_data: { ...meta_data, tracking: '' },
        references: ['A-17', 'B'],
      }),
    ]),
  )
  await search('sun')
  await settled('4 results')
  expect(rowsOf('People')).toEqual([
    'Sun Ltd 14 Heol y Gogledd, Aberystwyth, SY23 2HT',
    'Sam Sun Ltd, 14 Heol y Gogledd, Aberystwyth, SY23 2HT',
  ])
  expect(rowsOf('Shipments')).toEqual([
    expect.stringMatching(/^Sun Ltd 2nd Class · ZZ123456785GB\s*£0.91$/),
    expect.stringMatching(/^2nd Class 2nd Class · A-17 · B\s*£0.91$/),
  ])
})

it('leaves out what was entered by hand, and has no row for all where all are shown', async () => {
  server.on(searchShipments, () => ({ ...pageOf([aShipment(), MANUAL]), total: 1 }))
  await search('marg')
  await settled('1 result')
  expect(rowsOf('Shipments')).toHaveLength(1)
})
const MANUAL = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c09',
  transaction_type: 'manual' as const,
  carrier: 'DHL',
  service_name: 'Paket',
  number: 'JD0001',
  shipping_date: '2026-11-18',
  to,
  total_charge: 320,
  references: [],
  costcenter: [],
  notes: '',
  created_at: '2026-11-18T09:00:00.000Z',
}

it.each(['people', 'shipments'] as const)('is not settled before the %s are there', async (late) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wait = async () => (await promise, { book: [], past: [] })
  if (late === 'people') server.on(findAddressees, wait)
  else server.on(searchShipments, async () => (await promise, pageOf([])))
  await search('xylo')
  await settled('Searching…')
  expect(screen.queryByText(/^Nothing found/)).toBeNull()
  resolve()
  await settled('0 results')
  expect(screen.getByText(/^Nothing found/)).toBeVisible()
})

it.each([
  ['people', findAddressees],
  ['shipments', searchShipments],
] as const)('says once that the %s could not be searched, nothing else, and asks again', async (_what, endpoint) => {
  const calls = server.on(endpoint, () => new Refusal('internal_error'))
  const user = await search('xylo')
  expect(await screen.findByText(/^The search did not answer/)).toHaveRole('alert')
  await waitFor(() => expect(calls.filter(({ query }) => textIn(query) === 'xylo')).toHaveLength(1))
  await settled('')
  expect(screen.queryByText(/Nothing found|Error ID|result/)).toBeNull()
  const again = server.on(endpoint, () => new Refusal('internal_error'))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(again).toHaveLength(1))
})

it('asks for what was typed once typing pauses, of a hundred characters at most', async () => {
  useMovedClock()
  const user = await search('')
  expect(screen.getByRole('searchbox')).toHaveAttribute('maxlength', '100')
  await pass(1)
  const calls = [
    server.on(searchShipments, () => pageOf([])),
    server.on(findAddressees, () => ({ book: [], past: [] })),
  ]
  await user.keyboard(' sam ')
  await pass(0.3)
  expect(calls.map((asked) => asked.map(({ query }) => textIn(query)))).toEqual([['sam'], ['sam']])
})
