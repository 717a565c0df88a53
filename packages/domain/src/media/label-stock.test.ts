import { describe, expect, test } from 'vitest'
import {
  cornerOf,
  DEFAULT_LABEL_POSITION,
  LABEL_SIZES,
  LABEL_STOCKS,
  labelsUsed,
  positionsOn,
  refuseLabels,
  stockFor,
  type LabelPosition,
  type LabelStock,
} from './label-stock.ts'

const at = (index: number, row: number): LabelPosition => ({ index, row })
const stock = (name: string): LabelStock => LABEL_STOCKS.find((row) => row.name === name)!

/** The makers' figures in millimetres, to compare with the table. */
test.each([
  ['L7162', '99.06 × 33.87', '2 × 8', '4.67 / 13.02'],
  ['L7163', '99.06 × 38.1', '2 × 7', '4.67 / 15.15'],
  ['L7173', '99.06 × 57', '2 × 5', '4.67 / 6'],
  ['L7167', '199.6 × 289.05', '1 × 1', '5.2 / 3.98'],
  ['L7168', '199.6 × 143.53', '1 × 2', '5.2 / 4.97'],
  ['4x4', '101.6 × 101.6', '1 × 1', '0 / 0'],
  ['DK-22210', '25.908 × 96.52', '1 × 1', '1.143 / 0'],
  ['DK-22243', '98.552 × 140.547', '1 × 1', '0 / 0'],
])('%s: %s mm, %s labels, from %s', (name, size, grid, corner) => {
  const { label, columns, rows, left, top } = stock(name)
  expect(`${label.width / 1000} × ${label.height / 1000}`).toBe(size)
  expect(`${columns} × ${rows}`).toBe(grid)
  expect(`${left / 1000} / ${top / 1000}`).toBe(corner)
})

describe.each(LABEL_STOCKS)('$name', (row) => {
  test('has every label inside its page, without overlap', () => {
    const last = cornerOf(row, at(row.columns - 1, row.rows - 1))
    expect(row.left).toBeGreaterThanOrEqual(0)
    expect(row.top).toBeGreaterThanOrEqual(0)
    expect(last.x + row.label.width).toBeLessThanOrEqual(row.page.width)
    expect(last.y + row.label.height).toBeLessThanOrEqual(row.page.height)
    expect(row.columns === 1 || row.pitch_x >= row.label.width).toBe(true)
    expect(row.rows === 1 || row.pitch_y >= row.label.height).toBe(true)
  })

  test('is measured in whole micrometres, and a sheet is symmetrical', () => {
    const { label, left, top, pitch_x, pitch_y, page } = row
    for (const length of [label.width, label.height, left, top, pitch_x, pitch_y, page.width, page.height])
      expect(Number.isInteger(length)).toBe(true)
    const right = page.width - (cornerOf(row, at(row.columns - 1, 0)).x + label.width)
    if (row.size === 'A4') expect(Math.abs(right - left)).toBeLessThanOrEqual(20)
  })
})

test('only the double label is marked as not measured', () => {
  expect(LABEL_STOCKS.filter(({ assumed }) => assumed).map(({ name }) => name)).toEqual(['Hovat'])
})

test('spec §9: every label size has a default stock; a stock is found only in its own size', () => {
  for (const size of LABEL_SIZES) expect(stockFor(size, '')?.name).toBe(size)
  expect(stockFor('A4', 'L7163')?.rows).toBe(7)
  expect(stockFor('4x6', 'L7163')).toBeUndefined()
  expect(stockFor('A4', 'L9999')).toBeUndefined()
})

test('spec §9: the default label position is index 0 row 2', () => {
  expect(DEFAULT_LABEL_POSITION).toEqual(at(0, 2))
  expect(positionsOn(stock('L7163'), [])).toEqual([at(0, 2)])
  expect(positionsOn(stock('L7168'), [])).toEqual([at(0, 0)])
})

test('prints positions in reading order; a stock with one position always prints that one', () => {
  expect(positionsOn(stock('L7163'), [at(1, 2), at(1, 0), at(0, 2)])).toEqual([at(1, 0), at(0, 2), at(1, 2)])
  expect(positionsOn(stock('4x6'), [at(0, 2)])).toEqual([at(0, 0)])
  expect(positionsOn({ ...stock('L7163'), columns: 2, rows: 2 }, [at(1, 1)])).toEqual([at(1, 1)])
})

test.each([
  // spec §5                                     stock    positions                                surcharge labels
  ['one position is one label', 'L7163', [at(0, 0)], false, 1],
  ['three positions are three', 'L7163', [at(0, 0), at(1, 0), at(0, 1)], false, 3],
  ['no choice means the default position', 'L7163', [], false, 1],
  ['the count is halved for the Hovat label', 'Hovat', [at(0, 0), at(1, 0), at(0, 1), at(1, 1)], false, 2],
  ['a started pair on the Hovat label counts as one', 'Hovat', [at(0, 0), at(1, 0), at(0, 1)], false, 2],
  ['a surcharge counts as 1', 'L7163', [at(0, 0), at(1, 0), at(0, 1)], true, 1],
  ['also on the Hovat label', 'Hovat', [at(0, 0), at(1, 0), at(0, 1)], true, 1],
  ['a 4 × 6 label counts as one for any choice', '4x6', [at(0, 2), at(1, 2)], false, 1],
] as const)('spec §5: %s', (_line, name, positions, surcharge, labels) => {
  expect(labelsUsed({ positions, stock: stock(name), surcharge })).toBe(labels)
})

const letter = { size: 'A4', label_name: 'L7163', positions: [], printer: 'mailing' } as const

test.each([
  ['an unknown stock', { ...letter, label_name: 'L9999' }, 'label_stock_unknown'],
  ['a stock of another size', { ...letter, size: '1X' }, 'label_stock_unknown'],
  ['a parcel on a label that is too small', { ...letter, printer: 'shipping' }, 'label_stock_unknown'],
  [
    'a parcel on a label of 4 × 4 in',
    { ...letter, size: '1X', label_name: '4x4', printer: 'shipping' },
    'label_stock_unknown',
  ],
  ['a letter on a label of 4 × 4 in', { ...letter, size: '1X', label_name: '4x4' }, undefined],
  ['a parcel on a half sheet', { ...letter, label_name: 'L7168', printer: 'shipping' }, undefined],
  ['a letter on a whole label', { ...letter, size: '4x6', label_name: '' }, undefined],
  ['the last position of the sheet', { ...letter, positions: [at(1, 6)] }, undefined],
  ['a column too many', { ...letter, positions: [at(2, 0)] }, 'label_position_invalid'],
  ['a row too many', { ...letter, positions: [at(0, 7)] }, 'label_position_invalid'],
  ['a position that is listed twice', { ...letter, positions: [at(0, 1), at(0, 1)] }, 'label_position_invalid'],
  [
    'any position on a stock with only one',
    { ...letter, size: '4x6', label_name: '', positions: [at(0, 2)] },
    undefined,
  ],
] as const)('%s', (_case, wanted, code) => {
  expect(refuseLabels(wanted)?.refusal.code).toBe(code)
})
