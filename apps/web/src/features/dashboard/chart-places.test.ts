import { expect, it, test } from 'vitest'
import { heightOf, placed, type Frame } from './chart-places.ts'
import type { Slot } from './chart-slots.ts'

const FRAME: Frame = { width: 716, height: 292, left: 44, top: 18, foot: 38, max: 100_00 }
const slot = (part: Partial<Slot> = {}): Slot => {
  return { from: '2026-11-02', to: '2026-11-02', items: 0, spend: 0, parts: [], isAfterGap: false, ...part }
}
const slots = (count: number) => Array.from({ length: count }, () => slot())
const rounded = (figure: number) => Number(figure.toFixed(2))

it.each([
  [0, 0],
  [50_00, 118],
  [100_00, 236],
])('%i of 10000 pence are %i of 236 pixels high', (pence, height) => {
  expect(heightOf(pence, FRAME)).toBe(height)
})

it.each([
  // slots, width of the chart, bars, width of a place, width of a bar, places between two names
  [1, 716, 1, 96, 32, 1],
  [7, 716, 7, 96, 32, 1],
  [10, 716, 10, 67.2, 32, 1],
  [16, 716, 16, 42, 28.56, 1],
  [20, 644, 20, 30, 20.4, 1],
  [23, 716, 23, 29.22, 19.87, 2],
  [60, 716, 51, 13.18, 8.96, 3],
  [60, 480, 33, 13.21, 8.98, 3],
  [60, 479, 10, 43.5, 29.58, 1],
  [60, 364, 8, 40, 27.2, 1],
  [60, 123, 1, 79, 32, 1],
])('of %i slots %i pixels show %i, each %d wide with a bar of %d; each %i. is named', (...row) => {
  const [count, width, shown, step, barWidth, every] = row
  const bars = placed(slots(count), { ...FRAME, width })
  expect(bars).toHaveLength(shown)
  for (const bar of bars) expect([bar.step, bar.barWidth].map(rounded)).toEqual([step, barWidth])
  expect(bars.flatMap(({ isNamed }, index) => (isNamed ? [index] : []))).toEqual(
    Array.from({ length: Math.ceil(shown / every) }, (_, index) => index * every),
  )
})

test('the last slots are shown', () => {
  const days = ['2026-11-02', '2026-11-03', '2026-11-04']
  const bars = placed(
    days.map((from) => slot({ from })),
    { ...FRAME, width: 130 },
  )
  expect(bars.map((bar) => bar.slot.from)).toEqual(['2026-11-03', '2026-11-04'])
})

test('bars stand in the middle of their places, a little apart after a gap, but not at the left end', () => {
  const gaps = [true, true, false].map((isAfterGap) => slot({ isAfterGap }))
  const bars = placed(gaps, { ...FRAME, width: 320 })
  expect(bars.map(({ x }) => rounded(x))).toEqual([68, 184, 264])
  expect(bars.map(({ step }) => rounded(step))).toEqual([80, 80, 80])
})

test('the parts of a bar stand on each other with two pixels between them, the smallest one pixel high', () => {
  const parts: Slot['parts'] = [
    { group: 'second', spend: 50_00 },
    { group: 'first', spend: 25_00 },
    { group: 'abroad', spend: 10 },
  ]
  const [bar] = placed([slot({ parts })], FRAME)
  expect(bar!.x).toBe(76)
  expect(bar!.parts.map(({ group, y, height }) => [group, rounded(y), height])).toEqual([
    ['second', 137, 116],
    ['first', 78, 57],
    ['abroad', 77.76, 1],
  ])
})
