import { listDevices, type ListedDevice } from '@postroom/contract/device-list'
import { listHubs, unpairHub } from '@postroom/contract/hub'
import { getPermission } from '@postroom/contract/identity'
import { exportPrices, listPrices, type ComparedPrice } from '@postroom/contract/price-list'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DEVICE, PRICE, pricesOf } from '../../../testing/an-administration.ts'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { savedFiles } from '../../../testing/saved-files.ts'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
})
const open = (view: string) => openPage(`/app/administration?view=${view}`)
/** The cells of the first row. */
async function cells() {
  const row = (await screen.findByRole('rowheader')).closest('[role=row]')!
  return [...row.querySelectorAll('[role=gridcell], [role=rowheader]')].map(({ textContent }) =>
    textContent.replaceAll(/\s+/g, ' ').trim(),
  )
}

describe('a device manager', () => {
  const bare: ListedDevice = {
    id: DEVICE.id,
    alias: 'Reception',
    paired_at: DEVICE.paired_at,
    connected: false,
    printers: [],
  }
  const printer = { id: 'p1', name: 'QL', kinds: ['shipping' as const] }

  it.each([
    [bare, ['Reception', 'Not connected', '–', '–', 'Unpair'], 'neutral'],
    [
      { ...bare, reported_at: '2026-11-27T09:15:00.000Z' },
      ['Reception', 'Last seen 27 Nov 2026, 09:15', '–', '–', 'Unpair'],
      'neutral',
    ],
    [
      { ...DEVICE, newer_version: undefined, reported_at: '2026-11-27T09:15:00.000Z' },
      [
        'Packing bench paired by Dev Prosser',
        'Connected',
        '1.0.0',
        'QL-1110NWB The printer is out of paper.',
        'Unpair',
      ],
      'good',
    ],
    [
      { ...bare, printers: [printer, { ...printer, id: 'p2', name: 'Zebra', error_code: 'brand_new' }] },
      ['Reception', 'Not connected', '–', 'QL, Zebra The printer has stopped.', 'Unpair'],
      'neutral',
    ],
  ])('%o is shown as %o', async (device, row, tone) => {
    server.on(listDevices, () => pageOf([device]))
    open('devices')
    const shown = await cells()
    expect(shown.toSpliced(3, 1)).toEqual(row.toSpliced(3, 1))
    expect(shown[3]!.startsWith(row[3]!.split(' The')[0]!)).toBe(true)
    expect(shown[3]!.length > row[3]!.split(' The')[0]!.length).toBe(row[3]!.includes(' The'))
    expect(screen.getByText(row[1]!).className).toContain(`_${tone}_`)
  })

  it('that is unpaired is named in a toast, and read again everywhere', async () => {
    const lists = server.on(listDevices, () => pageOf([DEVICE]))
    const hubs = server.on(listHubs, () => pageOf([]))
    const calls = server.on(unpairHub, ({ params }) => params)
    const user = open('devices')
    await user.click(await screen.findByRole('button', { name: 'Unpair, Packing bench' }))
    await waitFor(() => expect(hubs).toHaveLength(1))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unpair' }))
    expect(await screen.findByText(/Packing bench.*unpaired|unpaired.*Packing bench/i)).toBeVisible()
    await waitFor(() => expect(lists).toHaveLength(2))
    expect(calls).toEqual([{ params: { id: DEVICE.id } }])
    await waitFor(() => expect(hubs).toHaveLength(2))
  })

  it('that cannot be unpaired is read again too', async () => {
    const lists = server.on(listDevices, () => pageOf([DEVICE]))
    server.on(unpairHub, () => new Refusal('not_found'))
    const user = open('devices')
    await user.click(await screen.findByRole('button', { name: 'Unpair, Packing bench' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unpair' }))
    expect(await screen.findByText(/Error ID: not_found/)).toBeVisible()
    await waitFor(() => expect(lists).toHaveLength(2))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

const { before: _before, ...NEW } = PRICE
const { price: _price, ...GONE } = PRICE

it.each<[ComparedPrice, string[]]>([
  [PRICE, ['1st Class, Letter', 'United Kingdom', '100 g', '£20.00', '£1.70', '£1.80', '+£0.10 (+5.9%)']],
  [
    { ...PRICE, before: 200, price: 150 },
    ['1st Class, Letter', 'United Kingdom', '100 g', '£20.00', '£2.00', '£1.50', '−£0.50 (−25%)'],
  ],
  [
    { ...PRICE, before: 180, to_g: 999 },
    ['1st Class, Letter', 'United Kingdom', '999 g', '£20.00', '£1.80', '£1.80', ''],
  ],
  [{ ...NEW, to_g: 1000, format: 'any' }, ['1st Class', 'United Kingdom', '1 kg', '£20.00', '–', '£1.80', 'new']],
  [
    { ...GONE, to_g: 1250, area: 'country:FR', compensation_gbp: 750 },
    ['1st Class, Letter', 'France', '1.25 kg', '£750.00', '£1.70', '–', 'no longer sold'],
  ],
  [
    { ...PRICE, area: 'EUR_1' },
    ['1st Class, Letter', 'Europe 1', '100 g', '£20.00', '£1.70', '£1.80', '+£0.10 (+5.9%)'],
  ],
])('the price %o is shown as %o', async (price, row) => {
  server.on(listPrices, () => pricesOf(price))
  open('prices')
  expect(await cells()).toEqual(row)
})

it('a price that did not change, on a phone, says nothing of a difference', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(350)
  server.on(listPrices, () => pricesOf({ ...PRICE, before: 180 }))
  open('prices')
  const [row] = await cells()
  expect(row).toBe('1st Class, Letter£1.80United Kingdom · 100 g')
})

describe('the price lists', () => {
  const LISTS = [
    { id: 'online-2025-04-07', effective_from: '2025-04-07', state: 'past' as const },
    { id: 'online-2026-04-07', effective_from: '2026-04-07', state: 'current' as const },
  ]
  const COMING = { id: 'online-2027-04-05', effective_from: '2027-04-05', state: 'coming' as const }
  const [ALONE, FIRST] = ['No new price list is known.', 'There is no list before this one.']

  it.each([
    [{ ...pricesOf(PRICE), lists: LISTS }, `${ALONE} ${FIRST}`],
    [{ ...pricesOf(PRICE), lists: LISTS, compared_with: 'online-2025-04-07' }, ALONE],
    [{ ...pricesOf(PRICE), lists: [...LISTS, COMING] }, `A new price list is coming. ${FIRST}`],
  ])('of %o say: %s', async (answer, said) => {
    server.on(listPrices, () => answer)
    open('prices')
    const remark = await screen.findByText(/^(No new|A new) price list/)
    expect(remark).toHaveTextContent(said)
    expect(remark.textContent.trim()).toBe(said)
  })

  it('are chosen by their day, until another channel is', async () => {
    const calls = server.on(listPrices, () => ({ ...pricesOf(PRICE), lists: [...LISTS, COMING] }))
    const user = open('prices')
    const select = await screen.findByRole('button', { name: /Valid from$/ })
    expect(select).toHaveTextContent('7 April 2026, in force')
    await user.click(select)
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      '7 April 2025, past',
      '7 April 2026, in force',
      '5 April 2027, coming',
    ])
    await user.click(screen.getByRole('option', { name: '7 April 2025, past' }))
    await waitFor(() => expect(location.search).toBe('?view=prices&list=online-2025-04-07'))
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ channel: 'online', list: 'online-2025-04-07' }))
    await user.click(screen.getByRole('radio', { name: 'Franking' }))
    await waitFor(() => expect(location.search).toBe('?view=prices&channel=franking'))
  })

  it('are of every service and channel, changed or not, and saved', async () => {
    server.on(listPrices, () => pricesOf(PRICE))
    const exported = server.on(exportPrices, () => new TextEncoder().encode('service'))
    const saved = savedFiles()
    const user = open('prices')
    await user.click(await screen.findByRole('button', { name: /Service$/ }))
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(names.slice(0, 2)).toEqual(['All services', '1st Class'])
    expect(names).toHaveLength(22)
    await user.keyboard('{Escape}')
    expect(
      screen
        .getAllByRole('radio')
        .slice(-5)
        .map((chip) => chip.textContent.trim()),
    ).toEqual(['Online', 'Post Office', 'Franking', 'All', 'Changed'])
    const save = await screen.findByRole('button', { name: 'Save as CSV' })
    await waitFor(() => expect(save).toBeEnabled())
    await user.click(save)
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['prices.csv']))
    expect(exported.map(({ query }) => query)).toEqual([{ channel: 'online', changed: 'false' }])
  })

  it('without a price cannot be saved', async () => {
    server.on(listPrices, () => pricesOf())
    open('prices')
    expect(await screen.findByText('No price matches')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Save as CSV' })).toBeDisabled()
  })
})
