import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gramsFrom, kilogramsOf, millimetresFrom } from './measures.ts'

test.each([
  [1.1, 'KG', 1100],
  [1.25, 'KG', 1250],
  [0.1001, 'KG', 101],
  [100, 'G', 100],
  [100.2, 'G', 101],
  [1, 'LB', 454],
  [0.0000001, 'G', 1],
] as const)('%f %s is %i g', (value, units, grams) => {
  expect(gramsFrom(value, units)).toBe(grams)
})

test.each([
  [35.3, 'CM', 353],
  [16.5, 'CM', 165],
  [0.5, 'CM', 5],
  [0.51, 'CM', 6],
  [1, 'IN', 26],
  [10, 'IN', 254],
] as const)('%f %s is %i mm', (value, units, millimetres) => {
  expect(millimetresFrom(value, units)).toBe(millimetres)
})

test('every whole gram and millimetre survives a conversion to its larger unit and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30_000 }), (whole) => {
      expect(gramsFrom(whole / 1000, 'KG')).toBe(whole)
      expect(kilogramsOf(gramsFrom(whole, 'G'))).toBe(whole / 1000)
      expect(millimetresFrom(whole / 10, 'CM')).toBe(whole)
    }),
  )
})
