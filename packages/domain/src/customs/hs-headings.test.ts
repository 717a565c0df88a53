import { expect, test } from 'vitest'
import { HS_HEADINGS, isHsHeading } from './hs-headings.ts'

test('has as many headings and chapters as the World Customs Organization counts', () => {
  expect(HS_HEADINGS.size).toBe(1228)
  expect(new Set([...HS_HEADINGS].map((heading) => heading.slice(0, 2))).size).toBe(96)
})

test.each([
  ['611710', 'shawls and scarves', true],
  ['20079100', 'marmalade', true],
  ['490199', 'books', true],
  ['854231', 'integrated circuits', true],
  ['240411', 'tobacco to be inhaled, new in 2022', true],
  ['030910', 'fish meal, new in 2022', true],
  ['880621', 'drones, new in 2022', true],
  ['970610', 'antiques', true],
  ['880330', 'parts of aeroplanes, gone in 2022', false],
  ['770000', 'a chapter kept free', false],
  ['000000', 'no chapter', false],
  ['611899', 'one beyond the last heading of a chapter', false],
  ['050300', 'a heading taken out', false],
  ['980110', 'for national use', false],
  ['999999', 'for national use', false],
])('%s, %s: %s', (code, _what, exists) => {
  expect(isHsHeading(code)).toBe(exists)
})
