import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test.each([
  // rule                                  one value                       another                        same text
  ['the order of fields is irrelevant', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['also in a nested object', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, true],
  ['also in objects of an array', [{ x: 1, y: 2 }], [{ y: 2, x: 1 }], true],
  ['an undefined field is left out', { a: 1, b: undefined }, { a: 1 }, true],
  ['the order of an array is significant', [1, 2], [2, 1], false],
  ['values are compared', { a: 1 }, { a: 2 }, false],
  ['null is not undefined', { a: null }, {}, false],
  ['a text is not a number', { a: '1' }, { a: 1 }, false],
])('%s', (_rule, one, another, same) => {
  expect(canonicalJson(one) === canonicalJson(another)).toBe(same)
})

test('is the JSON of the value with keys sorted by code units', () => {
  expect(canonicalJson({ b: [{ d: null, c: 'x' }], a: 1, B: true })).toBe('{"B":true,"a":1,"b":[{"c":"x","d":null}]}')
})
