import { screen, waitFor, within } from '@testing-library/dom'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { show, WithValue } from '../../testing/show.tsx'
import type { Column } from './columns.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'

interface Person {
  id: string
  name: string
  town: string
}

const COLUMNS: readonly Column<Person>[] = [
  { id: 'name', name: 'Name', width: '2fr', isRowHeader: true, isSortable: true, cell: ({ name }) => <b>{name}</b> },
  { id: 'town', name: 'Town', width: 168, cell: ({ town }) => town, from: 880, align: 'end' },
]
const nameOf = ({ name }: Person) => name
const lines = ({ name, town }: Person) => ({ first: name, second: town, end: 'checked' })
const isWaiting = ({ id }: Person) => id !== '2'

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, n) => ({ id: String(n + 1), name: `Person ${n + 1}`, town: `Town ${n + 1}` }))

const table = (props: Partial<DataTableProps<Person>> = {}) => (
  <DataTable
    label="People"
    columns={COLUMNS}
    rows={people(3)}
    nameOf={nameOf}
    lines={lines}
    empty={<p>Nobody yet</p>}
    {...props}
  />
)
const rows = () => screen.getAllByRole('row').slice(1)
const widthOf = (pixels: number) => vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(pixels)
const chosen = () => document.querySelector('body > div > output')?.textContent
/** Shows the table, and waits until it has measured itself. */
const showTable = async (elements: ReactNode) => {
  const user = show(elements)
  await screen.findAllByRole('rowheader')
  return user
}

it('is a grid of named rows with heads, and shows what is above and below it', async () => {
  await showTable(table({ above: <p>Filters</p>, foot: '3 people' }))
  expect(screen.getByRole('grid', { name: 'People' })).toHaveAttribute('aria-rowcount', '4')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Town'])
  expect(screen.getByRole('rowheader', { name: 'Person 2' })).toBeVisible()
  expect(screen.getByText('Filters')).toBeVisible()
  expect(screen.getByText('3 people')).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('moves with the arrow keys, reports the row that has the focus, and opens it with Enter', async () => {
  const [focus, open] = [vi.fn<(id: string) => void>(), vi.fn<(id: string) => void>()]
  const user = await showTable(table({ onFocusRow: focus, onOpen: open, current: '2' }))
  await user.tab()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(focus.mock.calls.flat()).toEqual(['1', '2', '3'])
  expect(open.mock.calls.flat()).toEqual(['3'])
  expect(rows().map((row) => row.querySelector('[data-current]') !== null)).toEqual([false, true, false])
  await user.click(screen.getByText('Town 1'))
  expect(open).toHaveBeenLastCalledWith('1')
})

it('sorts by a head that is pressed, and says so', async () => {
  const sort = vi.fn<(by: string, isAscending: boolean) => void>()
  const user = await showTable(table({ sort: { by: 'name', isAscending: true }, onSort: sort }))
  const [name, town] = screen.getAllByRole('columnheader')
  expect(name).toHaveAttribute('aria-sort', 'ascending')
  expect(town).not.toHaveAttribute('aria-sort')
  await user.click(name!)
  expect(sort).toHaveBeenCalledWith('name', false)
})

it('chooses rows with the keyboard, all of them from the head, and never one that cannot be chosen', async () => {
  const user = await showTable(
    <WithValue<ReadonlySet<string>> initial={new Set()}>
      {(selected, onSelect) => (
        <>
          {table({ selected, onSelect, isSelectable: isWaiting })}
          <output>{[...selected].join()}</output>
        </>
      )}
    </WithValue>,
  )
  expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  await user.tab()
  await user.keyboard(' ')
  expect(chosen()).toBe('1')
  await user.keyboard('{ArrowDown} {ArrowDown} ')
  expect(chosen()).toBe('1,3')
  await user.click(screen.getByRole('checkbox', { name: 'Select All' }))
  await waitFor(() => expect(chosen()).toBe(''))
  await user.click(screen.getByRole('checkbox', { name: 'Select All' }))
  await waitFor(() => expect(chosen()).toBe('1,3'))
})

it('leaves out the columns for which a narrower table has no room', async () => {
  widthOf(700)
  await showTable(table())
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name'])
})

it('shows each row as two lines on a phone', async () => {
  widthOf(350)
  await showTable(table({ selected: new Set() }))
  expect(rows().map(({ textContent }) => textContent)[0]).toBe('Person 1checkedTown 1')
  expect(within(rows()[0]!).getByRole('checkbox')).toBeVisible()
})

it('keeps a thousand rows out of the page, but not the one that has the focus', async () => {
  const user = await showTable(table({ rows: people(1000) }))
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '1001')
  expect(rows().length).toBeLessThan(60)
  await user.tab()
  await user.keyboard('{End}')
  const last = await screen.findByRole('row', { name: 'Person 1000' })
  expect(last).toHaveFocus()
  expect(last).toHaveAttribute('aria-rowindex', '1001')
})

it('says what is loading, and then what there is not', async () => {
  show(table({ rows: undefined }))
  expect(screen.getByRole('status', { name: 'Loading: People' })).toBeVisible()
  expect(screen.queryByText('Nobody yet')).toBeNull()
  show(table({ rows: [] }))
  expect(screen.getByRole('status')).toHaveTextContent('Nobody yet')
  await waitFor(() => expect(screen.getAllByRole('columnheader')).toHaveLength(2))
  await showTable(table({ isLoading: true }))
  expect(screen.getByRole('status', { name: 'Loading: People' })).toBeVisible()
  expect(rows()).toHaveLength(3)
})

it('offers another attempt after a failure, with the number for support', async () => {
  const retry = vi.fn<() => void>()
  const user = show(table({ rows: undefined, failure: { at: undefined, requestId: 'r-4D8P', retry } }))
  expect(screen.getByRole('alert')).toHaveTextContent('People: the list could not be loaded')
  expect(screen.getByText('Request r-4D8P')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

it('keeps old rows after a failure and says how old they are', async () => {
  const retry = vi.fn<() => void>()
  const user = await showTable(table({ failure: { at: new Date('2026-11-23T14:26:00'), retry } }))
  expect(screen.getByText('The connection is lost. These rows are from 14:26.')).toBeVisible()
  expect(rows()).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  expect(retry).toHaveBeenCalledOnce()
})
