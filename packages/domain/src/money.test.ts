import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumPence, timesPence, toPence, vatIncludedIn } from './money.ts'

test.each([0.1, Number.NaN, Infinity, 2 ** 53])('%s is not an amount', (value) => {
  expect(() => toPence(value)).toThrow(RangeError)
})

test('adds and multiplies in whole pence', () => {
  expect(sumPence()).toBe(0)
  expect(sumPence(toPence(180), toPence(200))).toBe(380)
  expect(timesPence(toPence(91), 3)).toBe(273)
  expect(() => timesPence(toPence(91), 0.5)).toThrow(RangeError)
})

test.each([
  [1434, 239],
  [1794, 299],
  [1, 0],
  [3, 1],
  [0, 0],
])('a price of %i pence that includes VAT contains %i pence of VAT', (gross, vat) => {
  expect(vatIncludedIn(toPence(gross))).toBe(vat)
})

test('recovers the 20 % VAT of any net price to the penny', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (net) => {
      const vat = net * 20
      fc.pre(vat % 100 === 0)
      expect(vatIncludedIn(toPence(net + vat / 100))).toBe(vat / 100)
    }),
  )
})
