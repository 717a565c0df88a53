import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { aQueued } from '../../../testing/a-queued.ts'
import { show } from '../../../testing/show.tsx'
import { rowsOf } from '../rows/queue-row.ts'
import { QueueTable } from './queue-table.tsx'

const rows = rowsOf(
  Array.from({ length: 300 }, (_, index) => aQueued(index + 1)),
  new Map(),
  new Map(),
  { userId: '', now: 0 },
)
const height = (pixels: number) => vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(pixels)
const showTable = (activeCode?: string) =>
  void show(
    <QueueTable rows={rows} activeCode={activeCode} chooseAll={<i>all</i>}>
      {({ code }) => <td>{code}</td>}
    </QueueTable>,
  )
const codes = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
const scroller = () => screen.getByRole('table').parentElement!
const place = (code: string) => screen.getByText(code).closest('tr')!.style.transform

const scrolled = vi.fn<(to: ScrollToOptions) => void>()
beforeEach(() => {
  scrolled.mockClear()
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation((to) => scrolled(to as ScrollToOptions))
})

it('builds the rows in view and eight more on either side, as the table is scrolled', async () => {
  height(320)
  showTable()
  expect([codes().length, codes()[0], codes().at(-1)]).toEqual([18, 'K-1', 'K-18'])
  expect(screen.getByRole('table', { name: 'Shipments in the queue' })).toHaveAttribute('aria-rowcount', '301')
  expect(document.querySelector('tbody')).toHaveStyle({ height: '9600px' })
  scroller().scrollTop = 3200
  fireEvent.scroll(scroller())
  await waitFor(() => expect(codes()[0]).toBe('K-89'))
  expect([codes().length, codes()[0], codes().at(-1)]).toEqual([30, 'K-89', 'K-118'])
  expect(screen.getByText('K-89').closest('tr')).toHaveAttribute('aria-rowindex', '90')
  expect(place('K-89')).toBe('translateY(2816px)')
  expect(scrolled).not.toHaveBeenCalled()
})

it('builds the rows of 640 pixels before the table has a height', () => {
  height(0)
  showTable()
  expect(codes()).toHaveLength(28)
})

it('gives the active row more room, and in a narrow table every row', () => {
  showTable('K-2')
  expect(['K-1', 'K-2', 'K-3'].map(place)).toEqual(['translateY(0px)', 'translateY(32px)', 'translateY(104px)'])
  expect(document.querySelector('tbody')).toHaveStyle({ height: '9640px' })
  expect(document.querySelector('tr[aria-current=true]')).toHaveTextContent('K-2')
  expect(scroller()).not.toHaveAttribute('data-lines')
})

it.each([
  [860, 'translateY(104px)'],
  [859, 'translateY(296px)'],
])('a table of %i pixels has its third row at %s', (width, at) => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  showTable('K-2')
  expect(place('K-3')).toBe(at)
  expect(scroller().hasAttribute('data-lines')).toBe(width < 860)
})

it.each([
  ['K-7', 0, undefined],
  ['K-8', 0, 8],
  ['K-20', 0, 392],
  ['K-20', 608, undefined],
  ['K-20', 609, 608],
])('scrolls as far as it takes to show %s from %i', (code, from, top) => {
  height(320)
  showTable()
  scroller().scrollTop = from
  showTable(code)
  expect(scrolled.mock.calls).toEqual(top === undefined ? [] : [[{ top }]])
})
