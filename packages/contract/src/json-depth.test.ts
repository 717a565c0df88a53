import { expect, it } from 'vitest'
import { bytesOf, jsonWithin } from './json-depth.ts'

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

it.each([
  [1, true],
  ['text', true],
  [null, true],
  [nested(3), true],
  [{ a: { b: { c: 1 } } }, true],
  [nested(4), false],
  [{ a: [{ b: [1] }] }, false],
  [[1, [[[2]]]], false],
])('of %j at most three levels are taken: %s', (value, taken) => {
  expect(jsonWithin(3).safeParse(value).success).toBe(taken)
})

it('checks nothing else of JSON that is too deep to be written again', () => {
  const written = jsonWithin(3).refine((value) => JSON.stringify(value).length < 10)
  expect(written.safeParse(nested(100_000)).error?.issues).toMatchObject([{ params: { code: 'too_big' } }])
})

it.each([
  ['abc', 3],
  ['é', 2],
  ['€', 3],
  ['🎈', 4],
  ['', 0],
])('%j has %i bytes', (text, bytes) => expect(bytesOf(text)).toBe(bytes))
