import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test.each([
  // rule                                  one value                       another                        same text
  ['the order of fields does not count', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['nor within a nested object', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, true],
  ['nor in objects of an array', [{ x: 1, y: 2 }], [{ y: 2, x: 1 }], true],
  ['a field that is undefined is no field', { a: 1, b: undefined }, { a: 1 }, true],
  ['the order of an array counts', [1, 2], [2, 1], false],
  ['a value counts', { a: 1 }, { a: 2 }, false],
  ['null is not undefined', { a: null }, {}, false],
  ['a text is not a number', { a: '1' }, { a: 1 }, false],
])('%s', (_rule, one, another, same) => {
  expect(canonicalJson(one) === canonicalJson(another)).toBe(same)
})

test('the text is the JSON of the value with its keys in the order of their code units', () => {
  expect(canonicalJson({ b: [{ d: null, c: 'x' }], a: 1, B: true })).toBe('{"B":true,"a":1,"b":[{"c":"x","d":null}]}')
})
