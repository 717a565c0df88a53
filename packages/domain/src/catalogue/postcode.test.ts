import { expect, test } from 'vitest'
import { countryOfPostcode, isBfpoNumber, isPostcode, normalisePostcode } from './postcode.ts'

test.each([
  'M1 1AE',
  'B33 8TH',
  'CR2 6XH',
  'DN55 1PT',
  'W1A 1HQ',
  'EC1A 1BB',
  'SW1A 1AA',
  'GIR 0AA',
  'BF1 3AA',
  'BX1 1LT',
  'JE2 4UE',
  'GY1 1AA',
  'IM99 1AA',
  'tr26 1he',
  ' sw1a-1aa ',
])('%s is a postcode', (typed) => {
  expect(isPostcode(typed)).toBe(true)
})

test.each([
  'Q1 1AA',
  'V1 1AA',
  'X1 1AA',
  'AI1 1AA',
  'M1 1AC',
  'M1 1IA',
  'M1 1OA',
  'M1 AAE',
  'BFPO 58',
  '1AA',
  'M1',
  '',
  // a Cyrillic, a Greek and an accented A, an Arabic 1
  'SW1А 1AA',
  'SW1Α 1AA',
  'SW1Á 1AA',
  'SW1١ 1AA',
])('%s is not a postcode', (typed) => {
  expect(isPostcode(typed)).toBe(false)
})

test('formats a postcode in capitals with one space', () => {
  expect(normalisePostcode(' sw1a-1aa ')).toBe('SW1A 1AA')
  expect(normalisePostcode('m11ae')).toBe('M1 1AE')
  expect(normalisePostcode('m1')).toBe('M1')
  expect(normalisePostcode('1aa')).toBe('1AA')
  expect(normalisePostcode('m1aa')).toBe('M 1AA')
  expect(normalisePostcode('ＳＷ１Ａ　１ＡＡ')).toBe('SW1A 1AA')
})

test.each([
  ['JE2 4UE', 'JE'],
  ['gy9 3aa', 'GG'],
  ['IM99 1AA', 'IM'],
  ['BF1 3AA', 'GB'],
  ['BT1 1AA', 'GB'],
  ['G1 1AA', 'GB'],
  ['I1 1AA', 'GB'],
])('%s belongs to %s', (postcode, country) => {
  expect(countryOfPostcode(postcode)).toBe(country)
})

test.each([
  ['BFPO 58', true],
  ['bfpo58', true],
  ['B.F.P.O. 1', true],
  ['BF1 3AA', false],
  ['BFPO', false],
  ['BFPO 58, HMS Ocean', false],
])('%s entered as a postcode: BFPO number %s', (typed, isNumber) => {
  expect(isBfpoNumber(typed)).toBe(isNumber)
})
