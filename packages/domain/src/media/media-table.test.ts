import { expect, test } from 'vitest'
import { CONTINUOUS_ROLLS, continuousLabel, DIE_CUT_LABELS, MINIMUM_RESOLUTION_DPI } from './media-table.ts'

const dieCut = (prefix: string) => DIE_CUT_LABELS.filter(({ code }) => code.startsWith(prefix))

test.each([
  // spec §9              sizes, width × height in inches
  ['DK1241 is 4x6', dieCut('DK1241'), ['4x6']],
  ['DK1247 is 4.08x6.47 or 4.07x6.4', dieCut('DK1247'), ['4.08x6.47', '4.07x6.4']],
  ['with doc tab 4x6.75', dieCut('doc_tab'), ['4x6.75']],
] as const)('spec §9: %s', (_line, labels, sizes) => {
  expect(labels.map(({ width_in, height_in }) => `${width_in}x${height_in}`)).toEqual(sizes)
})

test.each([
  // spec §9                                         roll    content            label
  ['1.1 in rolls are 1.11 wide, at least 3.8 long', '1.1', [100, 100], [1.11, 3.8]],
  ['1.4 in rolls are 1.36 wide, at least 3.8 long', '1.4', [100, 100], [1.36, 3.8]],
  ['2.4 in rolls are 2.31 wide, at least 5 long', '2.4', [100, 100], [2.31, 5]],
  ['the height is scaled with the width', '2.4', [1, 3], [2.31, 6.93]],
  ['the height is rounded up to two decimals', '2.4', [300, 901], [2.31, 6.94]],
  ['the minimum height is not rounded', '1.1', [1.11, 3.8], [1.11, 3.8]],
  ['1.1 × 4 is 4.44, not a binary 4.45', '1.1', [1, 4], [1.11, 4.44]],
  ['1.36 × 3 is 4.08, not a binary 4.09', '1.4', [1, 3], [1.36, 4.08]],
  ['2.31 × 2.2 is 5.082, which is 5.09', '2.4', [10, 22], [2.31, 5.09]],
  ['a ten-thousandth of an inch above is rounded up', '1.1', [1.11, 3.8001], [1.11, 3.81]],
] as const)('spec §9: %s', (_line, roll, [width, height], [width_in, height_in]) => {
  expect(continuousLabel(roll, { width, height })).toEqual({ code: roll, width_in, height_in })
})

test('does not round a height in whole hundredths of an inch', () => {
  for (const [roll, { width_in, min_height_in }] of Object.entries(CONTINUOUS_ROLLS))
    for (let hundredths = min_height_in * 100; hundredths <= 4000; hundredths++) {
      const height = hundredths / 100
      const label = continuousLabel(roll as keyof typeof CONTINUOUS_ROLLS, { width: width_in, height })
      expect(label.height_in).toBe(height)
    }
})

test('spec §9: the minimum resolution is 300 dpi', () => {
  expect(MINIMUM_RESOLUTION_DPI).toBe(300)
})
