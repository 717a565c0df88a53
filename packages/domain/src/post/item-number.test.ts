import { expect, test } from 'vitest'
import { isMisread, itemNumberOf } from './item-number.ts'

test.each([
  // scanned, kept, misread
  ['ZZ 0000 0008 0GB', 'ZZ000000080GB', false],
  ['rr473124829de\n', 'RR473124829DE', false],
  ['ZZ000000081GB', 'ZZ000000081GB', true],
  ['RR473124828DE', 'RR473124828DE', true],
  ['1Z 999 aa1 01 2345 6784', '1Z999AA10123456784', false],
  ['', '', false],
])('%j is %s; misread: %s', (scanned, kept, misread) => {
  expect(itemNumberOf(scanned)).toBe(kept)
  expect(isMisread(kept)).toBe(misread)
})
