import { expect, test } from 'vitest'
import { gridFor, gridsOf, LABEL_GRIDS } from './label-drawing.ts'
import { LABEL_STOCKS } from './label-stock.ts'

test.each([
  // printer                                       dots                                            label      other
  ['an office printer with 600 dpi', { resolutions_dpi: [600] }, 300, 300],
  ['a queue that is set to 203 dpi', { resolutions_dpi: [203] }, undefined, undefined],
  ['a printer that also has 203 dpi', { resolutions_dpi: [203, 300] }, 300, 300],
  ['a printer that reports no resolution', { resolutions_dpi: [] }, 300, 300],
  ['a thermal printer with 203 dpi', { resolutions_dpi: [203], thermal_dpi: 203 }, 203, undefined],
  ['a thermal printer with 300 dpi', { resolutions_dpi: [300], thermal_dpi: 300 }, 300, 300],
  ['a thermal printer with 600 dpi', { resolutions_dpi: [600], thermal_dpi: 600 }, 300, 300],
  ['a thermal printer with 152 dpi', { resolutions_dpi: [152], thermal_dpi: 152 }, undefined, undefined],
] as const)('spec §9 and decision 050: %s', (_printer, dots, label, other) => {
  expect([gridFor(dots, true), gridFor(dots, false)]).toEqual([label, other])
})

const mm = (dots: number, dpi: number) => (dots / dpi) * 25.4

test('modules and bars at 203 dpi are about as large as at 300, or larger', () => {
  expect(mm(LABEL_GRIDS[203].data_matrix_dots, 203)).toBeCloseTo(0.5, 2)
  expect(mm(LABEL_GRIDS[300].data_matrix_dots, 300)).toBeCloseTo(0.508, 3)
  expect(mm(LABEL_GRIDS[203].code_128_dots, 203)).toBeGreaterThan(mm(LABEL_GRIDS[300].code_128_dots, 300))
})

test('no bar, module, line or text at 203 dpi is smaller than thermal printers print legibly', () => {
  expect(LABEL_GRIDS[203]).toEqual({
    data_matrix_dots: 4,
    code_128_dots: 3,
    narrow_code_128_dots: 3,
    thinnest_line_dots: 2,
    smallest_pt: { regular: 8, bold: 7 },
  })
  expect(mm(LABEL_GRIDS[203].narrow_code_128_dots, 203)).toBeGreaterThan(mm(LABEL_GRIDS[300].narrow_code_128_dots, 300))
})

const drawnAt = (dpi: 203 | 300) => LABEL_STOCKS.filter((stock) => gridsOf(stock).includes(dpi)).map(({ name }) => name)

test('every stock is drawn at 300 dpi; only those of thermal label printers at 203 too', () => {
  expect(drawnAt(300)).toHaveLength(LABEL_STOCKS.length)
  expect(drawnAt(203)).toEqual(['4x6', '4x4'])
})
