import { expect, it, test } from 'vitest'
import { firstKey, nextKey, numberOf } from './row-key.ts'

const CHECK = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a02'

test.each([
  ['the first time', firstKey(CHECK, 8), `${CHECK}.8`, 8],
  ['again', nextKey(firstKey(CHECK, 8)), `${CHECK}.8.2`, 8],
  ['a third time', nextKey(`${CHECK}.8.2`), `${CHECK}.8.3`, 8],
  ['a key of another program, again', nextKey('order-77'), 'order-77.2', 1],
])('%s', (_what, key, expected, number) => {
  expect(key).toBe(expected)
  expect(numberOf({ key, position: 0 })).toBe(number)
})

it('numbers a row of another program by its place', () => {
  expect(numberOf({ key: 'order-77', position: 4 })).toBe(5)
})
