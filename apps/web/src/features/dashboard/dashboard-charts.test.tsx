import { getSpending, type Spending } from '@postroom/contract/spending'
import { screen, within } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { NO_SPENDING, SPENDING } from '../../testing/a-spending.ts'
import { server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const TWO_DAYS: Spending = { ...SPENDING, from: '2026-11-02', to: '2026-11-03' }
const TITLE = 'Spend by day and service, in pounds. The same figures are under Table.'

/** The numbers of attributes, to hundredths of a pixel. */
const at = (element: Element, ...names: string[]) =>
  names.map((name) => Number(Number(element.getAttribute(name)).toFixed(2))).join(' ')
/** What is drawn, in order. */
const drawn = (svg: Element) =>
  [...svg.querySelectorAll('line, rect, text')].map((element) => {
    if (element.tagName === 'line') return `line ${at(element, 'x1', 'x2', 'y1', 'y2')}`
    if (element.tagName === 'rect') return `rect ${at(element, 'x', 'y', 'width', 'height')}`
    return `${element.textContent} at ${at(element, 'x', 'y')}`
  })

async function open(spending: Spending, width = 1024) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  server.on(getSpending, () => spending)
  openPage(`/app/dashboard?from=${spending.from}&to=${spending.to}`)
  const figure = await screen.findByRole('figure', { name: /in pounds/ })
  return { figure, svg: figure.querySelector('svg')! }
}
const growth = () => screen.getByRole('img', { name: /£/ })
const day = (from: string, spend: number, items = 1, to = from) => ({ from, to, service: '1' as const, items, spend })
const days = (from: number, to: number, month: string) =>
  Array.from({ length: to - from + 1 }, (_, index) => day(`${month}-${String(from + index).padStart(2, '0')}`, 1_00))

it('draws lines with their amounts, a bar over its days, its sum and its name', async () => {
  const { figure, svg } = await open(TWO_DAYS)
  expect(figure).toHaveAccessibleName(TITLE)
  expect(at(svg, 'width', 'height')).toBe('1024 292')
  expect(drawn(svg)).toEqual([
    'line 44 1024 254 254',
    '£0 at 36 258',
    'line 44 1024 136 136',
    '£10 at 36 140',
    'line 44 1024 18 18',
    '£20 at 36 22',
    'rect 44 0 96 292',
    'rect 76 137 32 116',
    'rect 140 0 96 292',
    'rect 172 19 32 234',
    '10 at 92 131',
    'Mon at 92 271',
    '2 at 92 286',
    '20 at 188 13',
    'Tue at 188 271',
    '3 at 188 286',
  ])
  expect([...svg.querySelectorAll('line')].map((line) => line.className.baseVal.includes('axis'))).toEqual([
    true,
    false,
    false,
  ])
})

it.each([
  [0, '716 292'],
  [480, '480 292'],
  [479, '479 220'],
])('a chart in %i pixels is as large as %s', async (width, size) => {
  const { svg } = await open(TWO_DAYS, width)
  expect(at(svg, 'width', 'height')).toBe(size)
})

it('says when only the last bars have room, and which cost most', async () => {
  const { figure } = await open(TWO_DAYS, 100)
  expect(within(figure).getByText('The last bar only; the table has all days.')).toBeVisible()
  expect(within(figure).getAllByRole('link')).toHaveLength(1)
  expect(within(figure).getByText('Most was spent on Tue 3: £20.00.')).toBeInTheDocument()
})

it('has nothing to say beside bars that all have room', async () => {
  const { figure } = await open(TWO_DAYS)
  expect([...figure.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Most was spent on Tue 3: £20.00.',
  ])
})

it.each([
  [524, 20],
  [523, 0],
])('twenty bars in %i pixels are %i links: a finger needs 24 pixels', async (width, links) => {
  const bars = days(2, 21, '2026-11')
  const { figure, svg } = await open({ ...TWO_DAYS, to: '2026-11-21', bars }, width)
  expect(within(figure).queryAllByRole('link')).toHaveLength(links)
  expect(svg.querySelectorAll('title')).toHaveLength(20)
  expect(svg.querySelector('title')).toHaveTextContent('Monday 2 November: £1.00, 1 item')
})

it('a day without a purchase has a name and no bar; an item that cost nothing has a place and no sum', async () => {
  const bars = [day('2026-11-03', 0), day('2026-11-04', 49), day('2026-11-05', 51)]
  const { figure, svg } = await open({ ...TWO_DAYS, to: '2026-11-05', bars })
  expect(within(figure).getAllByRole('link')).toHaveLength(3)
  expect(within(figure).getByRole('link', { name: 'Tuesday 3 November: £0.00, 1 item' })).toBeVisible()
  const names = [...svg.querySelectorAll('text')].slice(2).map(({ textContent }) => textContent)
  expect(names.join(' ')).toBe('Mon 2 Tue 3 0 Wed 4 1 Thu 5')
})

it('a weekend in which only refunds wait has no bars and no largest day', async () => {
  const { figure, svg } = await open({
    ...NO_SPENDING,
    from: '2026-11-07',
    to: '2026-11-08',
    refunds: SPENDING.refunds,
  })
  expect(drawn(svg)).toEqual(['line 44 1024 254 254', '£0 at 36 258', 'line 44 1024 18 18', '£1 at 36 22'])
  expect(figure).not.toHaveTextContent('Most was spent')
})

it('a long period has a bar for each month, named by month and year', async () => {
  const bars = [day('2026-09-10', 3_20, 1, '2026-09-30'), day('2026-11-01', 6_40, 2, '2026-11-19')]
  const { figure, svg } = await open({ ...SPENDING, from: '2026-09-10', to: '2026-11-19', bars })
  expect(figure).toHaveAccessibleName(/^Spend by month and service, in pounds/)
  expect(within(figure).getByRole('link', { name: /^1.–.19 Nov 2026: £6.40, 2 items$/ })).toHaveAttribute(
    'href',
    '/app/history?from=2026-11-01&to=2026-11-19',
  )
  const names = [...svg.querySelectorAll('text')].slice(-5).map(({ textContent }) => textContent)
  expect(names.join(' ')).toBe('Oct 2026 6 Nov 2026')
})

it('draws the sums of a month beside those of the month before, which goes on to its end', async () => {
  const march = { ...SPENDING, from: '2026-03-01', to: '2026-03-19' }
  const before = { from: '2026-02-01', to: '2026-02-19', total: { items: 10, spend: 45_00 } }
  await open({
    ...march,
    bars: [day('2026-03-02', 6_00), day('2026-03-02', 4_00), day('2026-03-03', 20_00)],
    before: { ...before, bars: [day('2026-02-05', 45_00), day('2026-02-27', 5_00)] },
  })
  const svg = growth()
  expect(svg).toHaveAccessibleName(/^1.–.19 Mar: £30.00. 1.–.19 Feb: £45.00.$/)
  expect(svg).toHaveAttribute('viewBox', '0 0 340 200')
  expect(drawn(svg)).toEqual([
    'line 52 340 176 176',
    '£0 at 44 180',
    'line 52 340 125.33 125.33',
    '£20 at 44 129.33',
    'line 52 340 74.67 74.67',
    '£40 at 44 78.67',
    'line 52 340 24 24',
    '£60 at 44 28',
    '1 at 61.03 194',
    '8 at 124.26 194',
    '15 at 187.48 194',
    '22 at 250.71 194',
    '29 at 313.94 194',
  ])
  expect([...svg.querySelectorAll('path')].map((path) => path.getAttribute('d'))).toEqual([
    'M 52.0 176.0 L 97.2 62.0 L 295.9 49.3 L 304.9 49.3',
    'M 52.0 176.0 L 70.1 150.7 L 79.1 100.0 L 223.6 100.0',
  ])
  expect(at(svg.querySelector('circle')!, 'cx', 'cy')).toBe('223.61 100')
  const card = within(screen.getByRole('region', { name: 'Month against month' }))
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'March £30.00',
    'February £50.00',
  ])
})

it.each([
  ['2026-11-02', '2026-11-08', '2026-10-26', '2026-11-01', ['2 – 8 Nov £30.00', '26 Oct – 1 Nov £50.00'], '332.0'],
  [
    '2026-10-01',
    '2026-11-19',
    '2026-08-01',
    '2026-09-19',
    ['1 Oct – 19 Nov £30.00', '1 Aug – 30 Sept £50.00'],
    '281.5',
  ],
])('from %s to %s is no month: no days are named, and both are periods', async (from, to, since, until, lines, end) => {
  const before = { ...SPENDING.before, from: since, to: until, bars: [day(since, 50_00)] }
  await open({ ...SPENDING, from, to, before })
  const card = within(screen.getByRole('region', { name: 'Against the time before' }))
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual(lines)
  expect([...growth().querySelectorAll('text')].every(({ textContent }) => textContent.startsWith('£'))).toBe(true)
  expect(growth().querySelectorAll('path')[1]!.getAttribute('d')).toContain(`L ${end} 100.0`)
})
