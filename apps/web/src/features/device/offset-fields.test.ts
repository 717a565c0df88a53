import { expect, test } from 'vitest'
import { millimetresIn, withOffset, wrongOffset } from './offset-fields.tsx'

const CONFIG = { printerId: 'ql', defaultOrSpecific: 'default', paperFormat: '4x6' } as const
const LABEL = { width_mm: 104, height_mm: 164 }
const ROLL = { width_mm: 62, height_mm: 1000, endless: true } as const

test.each([
  // typed     millimetres    accepted by the device manager
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
])('reads “%s” as %s mm', (typed, mm, isTaken) => {
  const y_mm = millimetresIn(typed)
  expect(y_mm).toBe(mm)
  const config = withOffset(withOffset(CONFIG, LABEL, { x_mm: 0.1 }), LABEL, { y_mm })
  expect(wrongOffset('mailing', config)).toBe(isTaken ? undefined : 'mailing-offset-y')
})

test('keeps a separate offset for each media and printer', () => {
  let config = withOffset(CONFIG, LABEL, { x_mm: 1 })
  config = withOffset(config, ROLL, { y_mm: 2 })
  config = { ...withOffset({ ...config, printerId: 'other' }, LABEL, { x_mm: 3 }), printerId: 'ql' }
  config = withOffset(config, { ...LABEL, width_mm: 103.6 }, { y_mm: 4 })
  expect(config.offsets).toEqual([
    { printerId: 'ql', ...ROLL, y_mm: 2 },
    { printerId: 'other', ...LABEL, x_mm: 3 },
    { printerId: 'ql', ...LABEL, x_mm: 1, y_mm: 4 },
  ])
})

test('stores nothing for media without an offset', () => {
  const config = withOffset(withOffset(CONFIG, LABEL, { x_mm: 1 }), LABEL, { x_mm: undefined })
  expect(config).toEqual(CONFIG)
})

test('drops invalid input for other media', () => {
  const config = withOffset(CONFIG, LABEL, { x_mm: Number.NaN })
  expect(withOffset(config, ROLL, { x_mm: 1 }).offsets).toEqual([{ printerId: 'ql', ...ROLL, x_mm: 1 }])
})

test('keeps the newest fifty media', () => {
  let config = withOffset(CONFIG, ROLL, { x_mm: 1 })
  for (let width_mm = 20; width_mm < 180; width_mm += 3)
    config = withOffset(config, { ...LABEL, width_mm }, { x_mm: 1 })
  expect(config.offsets).toHaveLength(50)
  expect(config.offsets).not.toContainEqual({ printerId: 'ql', ...ROLL, x_mm: 1 })
})
