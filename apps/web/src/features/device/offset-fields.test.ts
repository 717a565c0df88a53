import { expect, test } from 'vitest'
import { millimetresIn, wrongOffset } from './offset-fields.tsx'

test.each([
  // typed     millimetres    the device manager would take it
  ['', undefined, true],
  ['0', 0, true],
  [' 0.3 ', 0.3, true],
  ['0,3', 0.3, true],
  ['-1,5', -1.5, true],
  ['−5', -5, true],
  ['5.1', 5.1, false],
  ['0.25', 0.25, false],
  ['1 mm', Number.NaN, false],
  ['1,000.5', Number.NaN, false],
  ['-', Number.NaN, false],
])('“%s” is %s mm', (typed, mm, isTaken) => {
  const offset_y_mm = millimetresIn(typed)
  expect(offset_y_mm).toBe(mm)
  const config = {
    printerId: 'ql',
    defaultOrSpecific: 'default',
    paperFormat: '4x6',
    offset_x_mm: 0.1,
    offset_y_mm,
  } as const
  expect(wrongOffset('mailing', config)).toBe(isTaken ? undefined : 'mailing-offset-y')
})
