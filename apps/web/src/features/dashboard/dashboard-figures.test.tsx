import { getSpending, type Spending } from '@postroom/contract/spending'
import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { NO_SPENDING, SPENDING } from '../../testing/a-spending.ts'
import { server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

async function open(spending: Spending, more = '') {
  server.on(getSpending, () => spending)
  const user = openPage(`/app/dashboard?from=2026-11-01&to=2026-11-19${more}`)
  await screen.findByText('Average', { selector: 'dt' })
  return user
}
const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ')
const figures = () =>
  [...screen.getAllByText('Spend', { selector: 'dt' })[0]!.closest('dl')!.children].map((figure) =>
    plain(figure.textContent),
  )
const before = (items: number, spend: number) => ({ ...SPENDING.before, total: { items, spend } })

it.each([
  [6, 29_99, 'Spend£30.00£0.01 more than 1 – 19 Oct'],
  [6, 30_00, 'Spend£30.00As much as 1 – 19 Oct'],
  [6, 30_01, 'Spend£30.00£0.01 less than 1 – 19 Oct'],
])('after %i items for %i pence the figure says: %s', async (items, spend, said) => {
  await open({ ...SPENDING, before: before(items, spend) })
  expect(figures()[0]).toBe(said)
  expect(screen.getByRole('link', { name: '£30.00' })).toHaveAttribute(
    'href',
    '/app/history?from=2026-11-01&to=2026-11-19',
  )
})

it('compares with nothing, and averages nothing', async () => {
  const total = { items: 0, spend: 0 }
  await open({ ...SPENDING, total, before: before(0, 0) })
  expect(figures().slice(0, 3)).toEqual([
    'Spend£0.00Nothing from 1 – 19 Oct',
    'Items0Nothing from 1 – 19 Oct',
    'Average£0.00Nothing from 1 – 19 Oct',
  ])
})

it('rounds an average to whole pence', async () => {
  await open({ ...SPENDING, total: { items: 3, spend: 10_00 }, before: before(1500, 5_00) })
  expect(figures()[1]).toBe('Items31,500 from 1 – 19 Oct')
  expect(figures()[2]).toBe('Average£3.33£0.00 from 1 – 19 Oct')
})

const cards = (table: string) => within(screen.getByRole('table', { name: table }))
/** The columns whose amount counts: their cells, and those of the foot. */
const strong = (table: string) =>
  cards(table)
    .getAllByRole('cell')
    .filter(({ className }) => className.includes('_money_'))
    .map(({ textContent }) => textContent)

it('sets the amount that counts in each table apart', async () => {
  await open(SPENDING, '&view=table')
  expect(strong('By service')).toEqual(['£20.00', '£10.00', '£30.00'])
  expect(strong('By cost centre')).toEqual(['£25.00', '£5.00'])
  expect(strong('Refunds in progress')).toEqual(['£5.55'])
  expect(strong('Spend by day and service').filter((amount) => amount !== '£0.00')).toEqual([
    '£10.00',
    '£20.00',
    '£30.00',
  ])
})

it('shows a table that scrolls by keyboard, and bars again', async () => {
  const user = await open(SPENDING, '&view=table')
  expect(screen.getByRole('region', { name: 'Spend by day and service, Table' })).toHaveAttribute('tabindex', '0')
  const heads = cards('Spend by day and service').getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Days', '1st Class', 'Abroad', 'Items', 'Spend'])
  const steps = history.length
  await user.click(screen.getByRole('radio', { name: 'Chart' }))
  expect(await screen.findByRole('figure')).toBeVisible()
  expect(location.search).toBe('?from=2026-11-01&to=2026-11-19')
  expect(history).toHaveLength(steps)
})

const centres = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    id: `0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a${place + 10}`,
    name: 'Bindery',
    items: 1,
    spend: (place + 1) * 10_00,
  }))

it.each([
  [8, 8, null],
  [9, 8, '1 more in the CSV file'],
  [12, 8, '4 more in the CSV file'],
])('of %i cost centres %i are shown', async (count, shown, remark) => {
  await open({ ...SPENDING, cost_centers: centres(count) })
  expect(cards('By cost centre').getAllByRole('row')).toHaveLength(shown + 1)
  expect(screen.queryByText(/more in the CSV file/)?.textContent ?? null).toBe(remark)
})

it.each([
  [[5_00, 20_00], '25% 100%'],
  [[0, 0], '0% 0%'],
])('a bar is as long as its part of the largest sum: %o pence are %s', async (spends, widths) => {
  const cost_centers = spends.map((spend, place) => ({ ...centres(2)[place]!, spend }))
  await open({ ...SPENDING, cost_centers })
  const bars = screen.getByRole('table', { name: 'By cost centre' }).querySelectorAll('rect')
  expect([...bars].map((bar) => bar.getAttribute('width')).join(' ')).toBe(widths)
})

it('leads from a refund and from their number to the history', async () => {
  await open({ ...SPENDING, refunds: { ...SPENDING.refunds, total: 12 } })
  const [row] = SPENDING.refunds.rows
  expect(screen.getByRole('link', { name: row!.name })).toHaveAttribute(
    'href',
    `/app/history?state=void_requested&shipment=${row!.id}`,
  )
  expect(screen.getByRole('link', { name: 'Show all 12 refunds in progress' })).toHaveAttribute(
    'href',
    '/app/history?state=void_requested',
  )
})

it('has no link to more refunds when all are shown', async () => {
  await open(SPENDING)
  expect(screen.queryByRole('link', { name: /in progress/ })).toBeNull()
  expect(screen.queryByText('No refund is waiting for the carrier.')).toBeNull()
})

it('says that no refund waits', async () => {
  await open({ ...SPENDING, refunds: NO_SPENDING.refunds })
  expect(screen.getByText('No refund is waiting for the carrier.')).toBeVisible()
  expect(screen.queryByRole('table', { name: 'Refunds in progress' })).toBeNull()
})

it('shows the refunds of a period in which nothing was bought', async () => {
  await open({ ...NO_SPENDING, refunds: SPENDING.refunds })
  expect(screen.getByRole('table', { name: 'Refunds in progress' })).toBeVisible()
  expect(screen.queryByText(/^Nothing was bought/)).toBeNull()
})
