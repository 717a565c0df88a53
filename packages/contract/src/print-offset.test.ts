import { expect, test } from 'vitest'
import { offsetOn, offsetSchema } from './print-offset.ts'

test('accepts offsets from −5 to 5 mm in steps of a tenth', () => {
  for (let tenths = -50; tenths <= 50; tenths++) expect(offsetSchema.safeParse(tenths / 10).success).toBe(true)
  for (const mm of [-5.1, 5.1, 0.05, 0.25, 4.99, Number.NaN, Infinity, '1'])
    expect(offsetSchema.safeParse(mm).success).toBe(false)
})

const LABEL = { printerId: 'ql', width_mm: 104, height_mm: 164, x_mm: 1 } as const
const ROLL = { printerId: 'ql', width_mm: 62, height_mm: 1000, endless: true, x_mm: 2 } as const
const ELSEWHERE = { ...LABEL, printerId: 'other', x_mm: 3 } as const
const CONFIG = { printerId: 'ql', offsets: [LABEL, ROLL, ELSEWHERE] } as const

test.each([
  // media                                     its offset
  ['the media it was measured on', { width_mm: 104, height_mm: 164 }, LABEL],
  ['the same media, reported a millimetre off', { width_mm: 103.6, height_mm: 164.3 }, LABEL],
  ['media two millimetres shorter', { width_mm: 104, height_mm: 162 }, undefined],
  ['an endless roll, however long its labels are', { width_mm: 62, height_mm: 3000, endless: true }, ROLL],
  ['a cut label as wide as the roll', { width_mm: 62, height_mm: 1000 }, undefined],
] as const)('%s', (_, media, offset) => {
  expect(offsetOn(CONFIG, media)).toBe(offset)
})

test('keeps separate offsets for each printer', () => {
  expect(offsetOn({ ...CONFIG, printerId: 'other' }, LABEL)).toBe(ELSEWHERE)
  expect(offsetOn({ ...CONFIG, printerId: 'third' }, LABEL)).toBeUndefined()
})
