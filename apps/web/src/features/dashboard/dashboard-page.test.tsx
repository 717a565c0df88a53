import { exportSpending, getSpending } from '@postroom/contract/spending'
import { ukDateOf } from '@postroom/domain/calendar'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { NO_SPENDING, SPENDING } from '../../testing/a-spending.ts'
import { server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const NOVEMBER = '/app/dashboard?from=2026-11-01&to=2026-11-19'
const [CENTRE, PERSON] = [SPENDING.cost_centers[0]!.id!, SPENDING.people[0]!.id]

const plain = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ')
const valueOf = (figure: string) => {
  const [name] = screen.getAllByText(figure, { selector: 'dt' })
  return plain(name!.parentElement!.textContent)
}
/** The rows of a table as text, with a bar between cells. */
const rowsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => plain(cell.textContent)).join(' | '))
const linkedTo = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')

it('shows the month so far beside the same days of the month before', async () => {
  const calls = server.on(getSpending, () => SPENDING)
  openPage('/app/dashboard')
  await screen.findByText('Average', { selector: 'dt' })
  const today = ukDateOf(new Date())
  expect(calls[0]?.query).toEqual({ from: `${today.slice(0, 8)}01`, to: today })
  expect(valueOf('Spend')).toBe('Spend£30.00£15.00 less than 1 – 19 Oct')
  expect(valueOf('Items')).toBe('Items610 from 1 – 19 Oct')
  expect(valueOf('Average')).toBe('Average£5.00£4.50 from 1 – 19 Oct')
  expect(valueOf('Saved')).toBe('Saved£2.404 items below the Post Office counter price')
  expect(valueOf('Could be saved')).toBe('Could be saved£1.152 items had a cheaper way')
})

it('draws a bar for each day, which says its sum and opens its items in the history', async () => {
  server.on(getSpending, () => SPENDING)
  openPage(NOVEMBER)
  expect(await screen.findByRole('link', { name: 'Monday 2 November: £10.00, 3 items' })).toHaveAttribute(
    'href',
    '/app/history?from=2026-11-02&to=2026-11-02',
  )
  expect(screen.getByText('Most was spent on Tue 3: £20.00.')).toBeInTheDocument()
})

it('has the same figures as a table, whose columns add up', async () => {
  server.on(getSpending, () => SPENDING)
  const user = openPage(NOVEMBER)
  const steps = history.length
  await user.click(await screen.findByRole('radio', { name: 'Table' }))
  await screen.findByRole('table', { name: 'Spend by day and service' })
  const rows = rowsOf('Spend by day and service')
  expect(rows[0]).toBe('Days | 1st Class | Abroad | Items | Spend')
  expect(rows).toContain('Mon 2 Nov | £10.00 | £0.00 | 3 | £10.00')
  expect(rows.at(-1)).toBe('All | £10.00 | £20.00 | 6 | £30.00')
  expect(location.search).toContain('view=table')
  expect(history).toHaveLength(steps)
  expect(linkedTo('Tue 3 Nov')).toBe('/app/history?from=2026-11-03&to=2026-11-03')
})

it('sums services in the order of the bars, from the top', async () => {
  server.on(getSpending, () => SPENDING)
  openPage(NOVEMBER)
  await screen.findByRole('table', { name: 'By service' })
  expect(rowsOf('By service')).toEqual([
    'Service | Items | Average | Spend',
    'Abroad | 3 | £6.67 | £20.00',
    '1st Class | 3 | £3.33 | £10.00',
    'All | 6 | £5.00 | £30.00',
  ])
  expect(linkedTo('1st Class')).toBe('/app/history?from=2026-11-01&to=2026-11-19&service=1%2C1SF')
})

it('sums cost centres, people and destinations', async () => {
  server.on(getSpending, () => SPENDING)
  const user = openPage(NOVEMBER)
  await screen.findByRole('table', { name: 'By cost centre' })
  expect(rowsOf('By cost centre').slice(1)).toEqual(['Bindery orders | 4 | £25.00', 'No cost centre | 2 | £5.00'])
  expect(linkedTo('Bindery orders')).toContain(`&costcenter=${CENTRE}`)
  await user.click(screen.getByRole('radio', { name: 'Person' }))
  expect(linkedTo('Dev Prosser')).toContain(`&person=${PERSON}`)
  await user.click(screen.getByRole('radio', { name: 'Destination' }))
  expect(rowsOf('By destination').slice(1)).toEqual(['France | 3 | £20.00', 'United Kingdom | 3 | £10.00'])
  expect(linkedTo('France')).toContain('&country=FR')
})

it('compares with the whole month before, and lists the refunds in progress', async () => {
  server.on(getSpending, () => SPENDING)
  openPage(NOVEMBER)
  const chart = await screen.findByRole('img', { name: /£45/ })
  expect(plain(chart.getAttribute('aria-label'))).toBe('1 – 19 Nov: £30.00. 1 – 19 Oct: £45.00.')
  expect(screen.getByText(/^October £50.00/)).toBeVisible()
  expect(rowsOf('Refunds in progress').slice(1)).toEqual(['Harbour Lane Booksasked for on 19 Nov | 10 Dec | £5.55'])
})

it('asks for another period, a cost centre or a person, and keeps them in the address', async () => {
  const calls = server.on(getSpending, () => SPENDING)
  const user = openPage(NOVEMBER)
  await user.click(await screen.findByRole('button', { name: 'Earlier' }))
  await waitFor(() => expect(calls.at(-1)?.query).toEqual({ from: '2026-10-01', to: '2026-10-31' }))
  await user.click(screen.getByRole('button', { name: /Cost centre/ }))
  await user.click(await screen.findByRole('option', { name: 'Bindery orders' }))
  await waitFor(() => expect(calls.map(({ query }) => query.costcenter)).toContain(CENTRE))
  expect(location.search).toBe(`?from=2026-10-01&to=2026-10-31&costcenter=${CENTRE}`)
})

it('asks for other dates, and says what is wrong with them', async () => {
  const calls = server.on(getSpending, () => SPENDING)
  const user = openPage(NOVEMBER)
  await user.click(await screen.findByRole('button', { name: /Period/ }))
  await user.click(await screen.findByRole('option', { name: 'Other dates…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Other dates…' }))
  const [first, last] = [dialog.getByLabelText(/First day/), dialog.getByLabelText(/Last day/)]
  expect([first, last].map((field) => (field as HTMLInputElement).value)).toEqual(['01/11/2026', '19/11/2026'])
  await user.clear(first)
  await user.type(first, '31/9/2026{Enter}')
  expect(await dialog.findByText('This date does not exist.')).toBeVisible()
  await user.clear(first)
  await user.type(first, '20/11/2026{Enter}')
  expect(await dialog.findByText(/^The last day is not before the first/)).toBeVisible()
  await user.clear(first)
  await user.type(first, '3/9/2026{Enter}')
  await waitFor(() => expect(calls.at(-1)?.query).toEqual({ from: '2026-09-03', to: '2026-11-19' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('ignores a period in the address that nobody could have chosen', async () => {
  const calls = server.on(getSpending, () => SPENDING)
  openPage('/app/dashboard?from=2026-11-30&to=2026-02-31&person=everyone')
  await screen.findByText('Average', { selector: 'dt' })
  expect(calls[0]?.query).toEqual({ from: `${ukDateOf(new Date()).slice(0, 8)}01`, to: ukDateOf(new Date()) })
})

it('saves the figures as a file', async () => {
  server.on(getSpending, () => SPENDING)
  const calls = server.on(exportSpending, () => new TextEncoder().encode('day,service'))
  const made = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const user = openPage(NOVEMBER)
  await user.click(await screen.findByRole('button', { name: 'Save as CSV' }))
  await waitFor(() => expect(made).toHaveBeenCalledOnce())
  expect(calls[0]?.query).toEqual({ from: '2026-11-01', to: '2026-11-19' })
})

it('says that nothing was bought, and leads to the time before', async () => {
  const calls = server.on(getSpending, () => NO_SPENDING)
  const user = openPage(NOVEMBER)
  expect(await screen.findByText(/^Nothing was bought from 1/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show the time before' }))
  await waitFor(() => expect(calls.at(-1)?.query).toEqual({ from: '2026-10-01', to: '2026-10-31' }))
})

it('says that it is loading', async () => {
  server.on(getSpending, () => new Promise(() => {}))
  openPage(NOVEMBER)
  expect(await screen.findByRole('status', { name: /Dashboard/ })).toBeInTheDocument()
})

it('says that the figures could not be loaded, and tries again', async () => {
  server.on(getSpending, () => UNREACHABLE)
  const user = openPage(NOVEMBER)
  expect(await screen.findByText(/^Dashboard: .*could not be loaded/, {}, { timeout: 8_000 })).toBeVisible()
  server.on(getSpending, () => SPENDING)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Average', { selector: 'dt' })).toBeVisible()
})
