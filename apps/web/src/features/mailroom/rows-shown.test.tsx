import { listCarrierAccounts } from '@postroom/contract/carrier'
import { rateShipment } from '@postroom/contract/rate'
import { processShipment } from '@postroom/contract/shipment'
import { checkBatch } from '@postroom/contract/shipment-batch'
import { claimPending, listPending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, test } from 'vitest'
import { aQueued, withQueue } from '../../testing/a-queued.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf, ratesOf } from '../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { activeRow, answerMailroom, openMailroom, pairPrintingDevice, queueRow, weigh } from '../../testing/mailroom.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'

const CENTER = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c03',
  code: 'OFF',
  name: 'Office',
  is_active: true,
  version: '1',
}
const DEV = { id: 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b99', fullname: 'Dev Patel' }
const { shipment } = aQueued(1)
/** A row with another shipment. */
const withShipment = (
  number: number,
  change: Partial<QueuedShipment['shipment']>,
  more: Partial<QueuedShipment> = {},
) => aQueued(number, { ...more, shipment: { ...aQueued(number).shipment, ...change } })

let calls: ReturnType<typeof answerMailroom>
beforeEach(() => {
  calls = answerMailroom()
  pairPrintingDevice()
  server.on(listCostCenters, () => pageOf([CENTER]))
})
const cells = (code: string) =>
  [...screen.getByText(code, { ignore: '.visually-hidden' }).closest('tr')!.cells].map(({ textContent }) =>
    textContent.trim(),
  )
const never = () => new Promise<never>(() => {})

it('writes what is known of a row, and a dash for what is not', async () => {
  const now = new Date().toISOString()
  const weight = { value: 1.5, units: 'KG' as const }
  withQueue([
    aQueued(1),
    withShipment(2, {
      service: undefined,
      parcels: undefined,
      to: {
        ...shipment.to,
        name: 'Ann',
        company_name: 'Kunsthaus',
        country: 'DE',
        city: 'Munich',
        postal_code: 'd-80331',
      },
    }),
    withShipment(
      3,
      {
        costcenter: [{ id: CENTER.id }],
        charges: { total_charge: 395 },
        parcels: [{ number: 1, packaging: 'letter', weight }],
      },
      { created_at: now, state: 'weighed' },
    ),
  ])
  await openMailroom()
  await waitFor(() => expect(cells('K-3').at(-2)).toBe('Office'))
  expect(cells('K-2')).toEqual([
    '',
    'Waiting',
    'K-2',
    'Kunsthaus Munich, Germany, D-80331',
    '–',
    '–',
    '–',
    '–',
    '–',
    '22 Nov',
  ])
  expect(cells('K-3')).toEqual([
    '',
    'Weighed',
    'K-3',
    'Person 3 Aberystwyth, SY23 2HT',
    '2nd Class',
    'Letter',
    '1,500 g',
    '£3.95',
    'Office',
    expect.stringMatching(/^\d\d:\d\d$/),
  ])
  expect(screen.getByRole('link', { name: 'Add a parcel' })).toHaveAttribute('href', '/app/desktop/shipping')
})

it('shows the row being done with its street, its note and no price before its weight is known', async () => {
  withQueue([withShipment(1, { service: undefined }, { note: 'Fragile' }), aQueued(2)])
  const user = await openMailroom()
  expect(screen.getByText('14 Heol y Gogledd, Aberystwyth, SY23 2HT')).toBeVisible()
  expect(screen.getByText('Fragile')).toBeVisible()
  const service = screen.getByRole<HTMLSelectElement>('combobox', { name: /^Service/ })
  expect(service.selectedOptions[0]?.textContent).toBe('The cheapest service')
  expect(service).toHaveAttribute('aria-keyshortcuts', 'Alt+S')
  expect(document.querySelector('tr[aria-current]')).toHaveTextContent(/–/)
  expect(screen.queryByRole('progressbar', { name: 'Fetching the price' })).toBeNull()
  expect(within(document.querySelector<HTMLElement>('tr[aria-current]')!).queryByRole('alert')).toBeNull()
  server.on(rateShipment, never)
  await weigh(user, '620')
  expect(await screen.findByRole('progressbar', { name: 'Fetching the price' })).toBeVisible()
})

it('names services without a format where none was prepared, and chooses none beyond the list', async () => {
  withQueue([withShipment(1, { parcels: undefined }), aQueued(2)])
  server.on(rateShipment, (call) => {
    const rates = ratesOf(call)
    return rates instanceof Refusal ? rates : { ...rates, data: rates.data.slice(0, 2) }
  })
  const user = await openMailroom()
  await weigh(user, '620')
  await screen.findByRole('option', { name: /^1\. / })
  const options = within(screen.getByRole('combobox', { name: /^Service/ })).getAllByRole<HTMLOptionElement>('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['1. Tracked 48, £3.65', '2. 2nd Class, £3.95'])
  await user.keyboard('{Alt>}9{/Alt}')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /^Service/ }).value).toBe('2')
  await user.keyboard('{Alt>}1{/Alt}')
  await waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /^Service/ }).value).toBe('TR48'))
})

it('names trouble in the order of a row that waits, and offers no act for it', async () => {
  const order = { shop: 'Kiln & Co', kind: 'shopify' as const, number: '1047', problems: ['currency' as const] }
  withQueue([aQueued(1), aQueued(2, { order })])
  await openMailroom()
  expect(queueRow('K-2').getByText('Prices are not in pounds')).toBeVisible()
  expect(queueRow('K-2').queryByRole('link')).toBeNull()
  expect(queueRow('K-2').getAllByRole('button')).toHaveLength(1)
})

it('has no act by keys without a row', async () => {
  withQueue([aQueued(1), aQueued(2)])
  const user = await openMailroom()
  await user.keyboard('{Escape}')
  expect(activeRow()).toBe('')
  for (const key of ['x', 'o', 'p', 'b', '1']) await user.keyboard(`{Alt>}${key}{/Alt}`)
  await user.keyboard('{Enter}')
  expect(location.pathname).toBe('/app/mailroom')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Buy and print \d/ })).toBeNull()
})

it('asks why a row cannot be sent, names the item and its addressee, and reports nothing when that is closed', async () => {
  withQueue([aQueued(1), aQueued(2)])
  const user = await openMailroom()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await user.keyboard('{Alt>}p{/Alt}')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Report a problem with K-1' }))
  expect(dialog.getByText(/^Person 1 stays in the queue/)).toBeVisible()
  expect(dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'The address is wrong or not complete',
    'It does not fit the chosen format',
    'The contents are not clear or not allowed',
    'It is damaged or badly packed',
    'Something else: ask the sender',
  ])
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls.changes).toEqual([])
})

it('leaves the rows when the last one is bought', async () => {
  const queue = withQueue([aQueued(1)])
  server.on(processShipment, () => {
    queue.sold.push('pending-1')
    return aShipment({ id: crypto.randomUUID() })
  })
  const user = await openMailroom()
  await weigh(user, '620')
  await screen.findByText('£3.95')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(queueRow('K-1').getByText('Printed')).toBeVisible())
  expect(activeRow()).toBe('')
})

it('says that a code is not in the queue when the server does not answer', async () => {
  withQueue([aQueued(1)])
  const user = await openMailroom()
  server.on(listPending, ({ query }) => (query.text === '' ? never() : UNREACHABLE))
  await user.keyboard('K-9{Enter}')
  expect(await screen.findByText('‘K-9’ is not in the queue.')).toBeVisible()
})

it('chooses none of several that the server finds', async () => {
  withQueue([aQueued(1)])
  const user = await openMailroom()
  server.on(listPending, ({ query }) =>
    query.text === ''
      ? never()
      : {
          data: [aQueued(8)],
          total: 2,
          start: 0,
          length: 1,
          sold: [],
          at: '2026-11-22T09:30:00.000Z',
          counts: { waiting: 2, weighed: 0, problem: 0 },
        },
  )
  await user.keyboard('fenn{Enter}')
  expect(await screen.findByText('‘fenn’ is not in the queue.')).toBeVisible()
})

it('ends the session, and keeps the order, when the prices are refused for it', async () => {
  withQueue([aQueued(1), aQueued(2)])
  server.on(rateShipment, () => new Refusal('session_expired'))
  const user = await openMailroom()
  await weigh(user, '620')
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Sign in and go on' })).toBeVisible()
  const kept = localStorage.getItem('postroom.mailroom.1b4e28ba-2fa1-41d2-883f-0016d3cca427')
  expect(JSON.parse(kept ?? '[]')).toMatchObject([{ code: 'K-1', grams: 620, sent: false }])
})

it('opens the row of a colleague a moment after their claim has ended', async () => {
  useMovedClock()
  const until = new Date(Date.now() + 20_000).toISOString()
  withQueue([aQueued(1, { claimed_by: { ...DEV, until } }), aQueued(2)])
  await openMailroom()
  expect(queueRow('K-1').getByText('With Dev P.')).toBeVisible()
  await pass(10)
  expect(queueRow('K-1').getByText('With Dev P.')).toBeVisible()
  await pass(16)
  await waitFor(() => expect(activeRow()).toContain('K-1'))
})

it('does not load the queue anew when a claim has no answer, and releases nothing', async () => {
  useMovedClock()
  withQueue([aQueued(1), aQueued(2), aQueued(3)])
  const user = await openMailroom()
  const claims = server.on(claimPending, () => UNREACHABLE)
  await user.keyboard('{ArrowDown}')
  await pass(0.3)
  expect(claims).toHaveLength(1)
  await user.keyboard('{ArrowDown}')
  await pass(0.3)
  expect(calls.releases).toEqual([])
})

test.each([
  ['loading', never, 'Checking 2 rows'],
  ['checked', () => ({ rows: [], accounts: [] }), undefined],
])('says while the chosen rows are %s: %s', async (_, answer, text) => {
  const weight = { value: 620, units: 'G' as const }
  withQueue(
    [1, 2].map((number) => withShipment(number, { parcels: [{ number: 1, packaging: 'small_parcel', weight }] })),
  )
  const checks = server.on(checkBatch, answer)
  const user = await openMailroom()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  await user.keyboard('{Alt>}b{/Alt}')
  const dialog = within(await screen.findByRole('alertdialog'))
  await waitFor(() => expect(checks).toHaveLength(1))
  await waitFor(() =>
    expect(
      dialog.queryByRole('progressbar')?.getAttribute('aria-label') ?? dialog.queryByText(/^Checking/)?.textContent,
    ).toBe(text),
  )
  expect(dialog.queryByText(/left out/)).toBeNull()
  expect(dialog.getByRole('button', { name: 'Buy and print 0 for £0.00' })).toBeDisabled()
})

it('leaves every row out of a batch while no account can pay', async () => {
  server.on(listCarrierAccounts, () => pageOf([]))
  withQueue([aQueued(1), aQueued(2)])
  const user = await openMailroom()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  await user.keyboard('{Alt>}b{/Alt}')
  expect(await screen.findByText(/^2 rows are left out/)).toBeVisible()
})

it('keeps the place of ten rows while the queue is loading', async () => {
  server.on(listPending, never)
  openPage('/app/mailroom')
  const places = (await screen.findByRole('status', { name: 'Loading: Shipments in the queue' })).children
  expect([...places].map((place) => [(place as HTMLElement).style.height, place.children.length])).toEqual(
    Array.from({ length: 10 }, () => ['32px', 4]),
  )
  expect(screen.queryByRole('table')).toBeNull()
})

it('says where shipments come from while the queue is empty, and shows no table', async () => {
  withQueue([])
  openPage('/app/mailroom')
  expect(await screen.findByText(/^Shipments that colleagues send to the mailroom/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show all rows' })).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

it('offers every cost centre and all of them', async () => {
  const asked = server.on(listCostCenters, () => pageOf([CENTER]))
  withQueue([aQueued(1), withShipment(2, { costcenter: [{ id: CENTER.id }] })])
  const user = await openMailroom()
  const choice = await screen.findByRole('combobox', { name: 'Cost centre' })
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All cost centres', 'Office'])
  await user.selectOptions(choice, 'Office')
  expect(screen.queryByText('K-1')).toBeNull()
  await user.selectOptions(choice, 'All cost centres')
  expect(screen.getByText('K-1')).toBeVisible()
  expect(asked.map(({ query }) => query.length)).toEqual([100])
})
