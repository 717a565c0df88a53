import { expect, test } from 'vitest'
import { decodeResponse, encodeRequest } from './ipp-codec.ts'

const HEAD = [2, 0, 0, 0, 0, 0, 0, 1, 1]
const attribute = (tag: number, name: string, length: number, ...value: number[]): number[] =>
  [[tag, 0, name.length], [...Buffer.from(name)], [length >> 8, length & 0xff], value].flat()
const ONE = [0, 0, 0, 1]

test('counts lengths in bytes, not in characters', () => {
  const request = encodeRequest({ operation: 'Print-Job', id: 1, attributes: [['name', 'job-name', 'Lôn']] })
  expect(request.includes(Buffer.from(attribute(0x42, 'job-name', 4, ...Buffer.from('Lôn'), 3)))).toBe(true)
})

test('reads an attribute named like an object property', () => {
  const names = ['constructor', '__proto__']
  const answer = Buffer.from([...HEAD, ...names.flatMap((name) => attribute(0x21, name, 4, ...ONE)), 3])
  const { operation } = decodeResponse(answer)
  expect(Object.keys(operation)).toEqual(names)
  expect(operation['constructor']).toEqual([1])
})

test.each([
  ['no IPP at all', Buffer.from('<html>Not found</html>')],
  ['a number of two bytes', Buffer.from([...HEAD, ...attribute(0x21, 'a', 2, 0, 1), 3])],
  ['a text longer than its value', Buffer.from([...HEAD, ...attribute(0x35, 'a', 6, 0, 1, 0x65, 0, 9, 0x78), 3])],
  ['a value longer than the answer', Buffer.from([...HEAD, ...attribute(0x41, 'a', 0xffff, 0x78), 3])],
  ['endless collections', Buffer.concat([Buffer.from(HEAD), Buffer.alloc(200_000, Buffer.of(0x34, 0, 0, 0, 0))])],
])('refuses %s', (_name, answer) => {
  expect(() => decodeResponse(answer)).toThrow(RangeError)
})
