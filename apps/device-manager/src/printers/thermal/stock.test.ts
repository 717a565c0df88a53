import { expect, test } from 'vitest'
import { loadedStock, stockNamed, STOCK_SIZES } from './stock.ts'

const status = (length_dots?: number) => ({
  reasons: [],
  isBusy: false,
  hasHalfLabel: false,
  ...(length_dots !== undefined && { length_dots }),
})
const dots = (mm: number, dpi: number) => (mm / 25.4) * dpi

test('knows three stocks, all four inches wide', () => {
  expect(STOCK_SIZES.map(({ name, width_mm, height_mm }) => [name, width_mm, height_mm])).toEqual([
    ['4x6', 101.6, expect.closeTo(152.4, 3)],
    ['4x4', 101.6, 101.6],
    ['4x6.75', 101.6, expect.closeTo(171.45, 3)],
  ])
  expect(stockNamed('4x4')).toMatchObject({ width_mm: 101.6, height_mm: 101.6 })
  expect([stockNamed('4x5'), stockNamed(undefined)]).toEqual([undefined, undefined])
})

test.each([
  [152.4, '4x6'],
  [156.3, '4x6'],
  [156.5, undefined],
  [148.5, '4x6'],
  [148.3, undefined],
  [104, '4x4'],
  [97.6, '4x4'],
  [174, '4x6.75'],
])('a measured length of %d mm is %s', (mm, name) => {
  for (const dpi of [203, 300]) expect(loadedStock(status(dots(mm, dpi)), dpi)?.name).toBe(name)
})

test('is unknown without a measured length', () => expect(loadedStock(status(), 203)).toBeUndefined())
