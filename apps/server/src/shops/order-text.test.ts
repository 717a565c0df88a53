import { expect, it, test } from 'vitest'
import { addressOf, cutTo, lineOf, pieceValue } from './order-text.ts'

test.each([
  [undefined, ''],
  [null, ''],
  ['  Marged \t\n Llewellyn ', 'Marged Llewellyn'],
  ['a\u202eb\u0000c\u00a0d', 'a b c d'],
  ['lone \ud800 half', 'lone \ufffd half'],
  ['Zoë 👍', 'Zoë 👍'],
])('%j is the line %j', (typed, line) => expect(lineOf(typed)).toBe(line))

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcde'],
  ['ab cd', 3, 'ab'],
  ['ab👍', 3, 'ab'],
  ['ab👍', 4, 'ab👍'],
])('%j cut to %i is %j', (text, most, cut) => expect(cutTo(text, most)).toBe(cut))

it('an address has every field, those left out empty', () => {
  const address = addressOf({ name: ' A  B ', city: null })
  expect(address).toMatchObject({ name: 'A B', city: '', address1: '', postal_code: '', country: '', email: '' })
})

test.each([
  [12.5, 2, 'GBP', 625],
  [0, 1, 'GBP', 0],
  [1, 3, 'GBP', 33],
  [2, 3, 'GBP', 67],
  [1_000_000, 1, 'GBP', 100_000_000],
  [1_000_000.01, 1, 'GBP', undefined],
  [-0.01, 1, 'GBP', undefined],
  [Number.NaN, 1, 'GBP', undefined],
  [1, 0, 'GBP', undefined],
  [12.5, 2, 'EUR', undefined],
])('%d for %i in %s is %s each', (total, quantity, currency, value) =>
  expect(pieceValue(total, quantity, currency)).toBe(value),
)
