import { getSpending } from '@postroom/contract/spending'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { SPENDING } from '../../testing/a-spending.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { rendered } from '../../testing/rendered.ts'

const [CENTRE, PERSON] = [SPENDING.cost_centers[0]!.id!, SPENDING.people[0]!.id]
const TODAY = new Date('2026-11-19T12:00:00.000Z')
const NOVEMBER = 'from=2026-11-01&to=2026-11-19'

let calls: { query: object }[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: TODAY })
  calls = server.on(getSpending, () => SPENDING)
})

async function open(query = NOVEMBER) {
  const user = openPage(`/app/dashboard?${query}`)
  await screen.findByText('Average', { selector: 'dt' })
  return user
}
const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ')
type User = Awaited<ReturnType<typeof open>>
async function choose(user: User, select: RegExp, option: string | RegExp) {
  await user.click(screen.getByRole('button', { name: select }))
  await user.click(await screen.findByRole('option', { name: option }))
}

it('offers periods by name, and the shown one too if it has none', async () => {
  const user = await open('from=2026-11-02&to=2026-11-08')
  await user.click(screen.getByRole('button', { name: /Period$/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => plain(textContent))).toEqual([
    '2 – 8 Nov 2026',
    'This month: 1 – 19 Nov 2026',
    'Last month: 1 – 31 Oct 2026',
    'Three months: 1 Sept – 19 Nov 2026',
    'This year: 1 Jan – 19 Nov 2026',
    'Twelve months: 1 Dec 2025 – 19 Nov 2026',
    'Other dates…',
  ])
  await user.click(screen.getByRole('option', { name: /^Last month/ }))
  await waitFor(() => expect(location.search).toBe('?from=2026-10-01&to=2026-10-31'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(screen.getByRole('button', { name: /Period$/ })).toHaveTextContent('Last month'))
  await user.click(screen.getByRole('button', { name: /Period$/ }))
  expect(screen.getAllByRole('option')).toHaveLength(6)
})

it.each([
  ['2026-11-01', '2026-11-18', /^1.–.18 Nov 2026/],
  ['2026-11-02', '2026-11-19', /^2.–.19 Nov 2026/],
  ['2026-11-01', '2026-11-19', /^This month/],
])('the period from %s to %s is called %s', async (from, to, name) => {
  await open(`from=${from}&to=${to}`)
  expect(screen.getByRole('button', { name: /Period$/ })).toHaveTextContent(name)
})

it('goes to the time after, as far as today', async () => {
  const user = await open('from=2026-10-01&to=2026-10-31')
  const later = screen.getByRole('button', { name: 'Later' })
  await user.click(later)
  await waitFor(() => expect(location.search).toBe(`?${NOVEMBER}`))
  await waitFor(() => expect(later).toBeDisabled())
})

it.each([
  ['costcenter', /Cost centre$/, 'Bindery orders', 'All cost centres', CENTRE],
  ['person', /Person$/, 'Dev Prosser', 'Everyone', PERSON],
])('narrows to a %s, and to all again', async (name, select, option, all, id) => {
  const user = await open()
  expect(screen.getByRole('button', { name: select })).toHaveTextContent(all)
  await user.click(screen.getByRole('button', { name: select }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([all, option])
  await user.click(screen.getByRole('option', { name: option }))
  await waitFor(() => expect(calls.at(-1)?.query).toEqual({ from: '2026-11-01', to: '2026-11-19', [name]: id }))
  expect(screen.getByRole('button', { name: select })).toHaveTextContent(option)
  await choose(user, select, all)
  await waitFor(() => expect(location.search).toBe(`?${NOVEMBER}`))
})

it('names both filters of an address, of which the whole period is asked for too', async () => {
  await open(`${NOVEMBER}&costcenter=${CENTRE}&person=${PERSON}&view=table`)
  const period = { from: '2026-11-01', to: '2026-11-19' }
  expect(calls.map(({ query }) => query)).toEqual(
    expect.arrayContaining([{ ...period, costcenter: CENTRE, person: PERSON }, period]),
  )
  expect(screen.getByRole('button', { name: /Person$/ })).toHaveTextContent('Dev Prosser')
})

const shown = () => screen.getByText('Average', { selector: 'dt' }).closest('[aria-busy]')

it('keeps the figures while those of another period load, and says that they are loading', async () => {
  const user = await open()
  expect(shown()).toHaveAttribute('aria-busy', 'false')
  server.on(getSpending, () => new Promise<never>(() => {}))
  await user.click(screen.getByRole('button', { name: 'Earlier' }))
  await waitFor(() => expect(shown()).toHaveAttribute('aria-busy', 'true'))
})

it('fails in its own place, and keeps the figures of before', async () => {
  await open()
  server.on(getSpending, () => new Refusal('try_again'))
  await queryClient.refetchQueries()
  expect(await screen.findByText(/^The connection is lost/)).toBeVisible()
  expect(screen.getByText('Average', { selector: 'dt' })).toBeVisible()
  expect(screen.queryByText(/Error ID/)).toBeNull()
})

it('holds the place of the figures while they load', async () => {
  server.on(getSpending, () => new Promise<never>(() => {}))
  openPage(`/app/dashboard?${NOVEMBER}`)
  const places = await screen.findByRole('status', { name: 'Loading: Dashboard' })
  expect([...places.children].map((row) => [row.getAttribute('style'), row.children.length])).toEqual(
    Array.from({ length: 10 }, () => ['height: 48px;', 4]),
  )
})

const dialog = () => within(screen.getByRole('dialog', { name: 'Other dates…' }))
const first = () => dialog().getByLabelText(/First day/)
const last = () => dialog().getByLabelText(/Last day/)
async function openDates() {
  const user = await open()
  await choose(user, /Period$/, 'Other dates…')
  await screen.findByRole('dialog')
  return user
}

it.each(['Cancel', 'Close'])('asks for no other dates after %s', async (button) => {
  const user = await openDates()
  expect(dialog().getAllByText('For example 27/03/2026')).toHaveLength(2)
  expect(dialog().queryByText('This date does not exist.')).toBeNull()
  for (const field of [first(), last()]) expect(field).toHaveAttribute('maxlength', '10')
  await user.click(dialog().getByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.search).toBe(`?${NOVEMBER}`)
})

const NO_DATE = 'This date does not exist.'
const NO_PERIOD = 'The last day is not before the first, and at most 400 days are shown.'

it.each([
  ['31/2/2026', '19/11/2026', [NO_DATE, undefined], 'from'],
  ['1/11/2026', '31/2/2026', [undefined, NO_DATE], 'to'],
  ['x', 'y', [NO_DATE, NO_DATE], 'from'],
  ['2/11/2026', '1/11/2026', [undefined, NO_PERIOD], 'to'],
  ['16/10/2025', '20/11/2026', [undefined, NO_PERIOD], 'to'],
])('%s to %s cannot be shown: %o, and the cursor is in %s', async (from, to, wrong, focused) => {
  const user = await openDates()
  await user.clear(first())
  await user.type(first(), from)
  await user.clear(last())
  await user.type(last(), to)
  await user.click(dialog().getByRole('button', { name: 'Show' }))
  await rendered()
  const errors = [first(), last()].map((field) => field.getAttribute('aria-invalid') === 'true')
  expect(errors).toEqual(wrong.map((text) => text !== undefined))
  expect(dialog().queryAllByText(NO_DATE)).toHaveLength(wrong.filter((text) => text === NO_DATE).length)
  expect(dialog().queryAllByText(NO_PERIOD)).toHaveLength(wrong.filter((text) => text === NO_PERIOD).length)
  expect(focused === 'from' ? first() : last()).toHaveFocus()
  expect(location.search).toBe(`?${NOVEMBER}`)
})
