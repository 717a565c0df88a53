import { expect, test } from 'vitest'
import { decodeResponse, encodeRequest } from './ipp-codec.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

test('encodes a request byte for byte as RFC 8010 specifies', () => {
  const request = encodeRequest({
    operation: 'Print-Job',
    id: 7,
    attributes: [['uri', 'printer-uri', 'ipp://x/p']],
    jobAttributes: [
      ['integer', 'copies', 2],
      ['keyword', 'media', 'a'],
      ['keyword', '', 'b'],
      ['enum', 'o', 3],
      ['resolution', 'r', { x: 300, y: 203, unit: 'dpi' }],
      ['resolution', 'c', { x: 118, y: 118, unit: 'dpcm' }],
    ],
  })
  expect(request).toEqual(
    bytes(
      [2, 0, 0, 2, 0, 0, 0, 7, 0x01],
      [0x47, 0, 18],
      'attributes-charset',
      [0, 5],
      'utf-8',
      [0x48, 0, 27],
      'attributes-natural-language',
      [0, 5],
      'en-gb',
      [0x45, 0, 11],
      'printer-uri',
      [0, 9],
      'ipp://x/p',
      [0x02, 0x21, 0, 6],
      'copies',
      [0, 4, 0, 0, 0, 2],
      [0x44, 0, 5],
      'media',
      [0, 1],
      'a',
      [0x44, 0, 0, 0, 1],
      'b',
      [0x23, 0, 1],
      'o',
      [0, 4, 0, 0, 0, 3],
      [0x32, 0, 1],
      'r',
      [0, 9, 0, 0, 1, 44, 0, 0, 0, 203, 3],
      [0x32, 0, 1],
      'c',
      [0, 9, 0, 0, 0, 118, 0, 0, 0, 118, 4],
      [0x03],
    ),
  )
})

const HEAD = [2, 0, 0x04, 0x06, 0, 0, 0, 1]

test.each([
  // value                 tag   bytes of the value                             decoded
  ['an integer', 0x21, [0xff, 0xff, 0xff, 0xfe], -2],
  ['an enum', 0x23, [0, 0, 0, 9], 9],
  ['true', 0x22, [1], true],
  ['a resolution', 0x32, [0, 0, 1, 44, 0, 0, 0, 203, 3], { x: 300, y: 203, unit: 'dpi' }],
  ['a resolution by the centimetre', 0x32, [0, 0, 0, 118, 0, 0, 0, 118, 4], { x: 118, y: 118, unit: 'dpcm' }],
  ['a range', 0x33, [0, 0, 0, 1, 0, 0, 0, 99], [1, 99]],
  ['a text', 0x41, [...Buffer.from('Müller')], 'Müller'],
  ['a text with its language', 0x35, [0, 2, 0x65, 0x6e, 0, 2, 0x68, 0x69], 'hi'],
  ['no value', 0x13, [], undefined],
  ['octets', 0x30, [1, 2], new Uint8Array([1, 2])],
] as const)('reads %s', (_, tag, value, decoded) => {
  const answer = bytes(HEAD, [0x04, tag, 0, 1], 'a', [0, value.length], [...value], [0x03])
  expect(decodeResponse(answer)).toEqual({
    status: 0x0406,
    operation: {},
    unsupported: {},
    printers: [{ a: [decoded] }],
    jobs: [],
  })
})

test('reads several values, several printers and nested collections', () => {
  const answer = bytes(
    HEAD,
    [0x01, 0x44, 0, 1],
    'k',
    [0, 1],
    'x',
    [0x44, 0, 0, 0, 1],
    'y',
    [0x04, 0x34, 0, 1],
    'm',
    [0, 0],
    [0x4a, 0, 0, 0, 4],
    'size',
    [0x34, 0, 0, 0, 0],
    [0x4a, 0, 0, 0, 1],
    'w',
    [0x21, 0, 0, 0, 4, 0, 0, 0, 5],
    [0x37, 0, 0, 0, 0],
    [0x37, 0, 0, 0, 0],
    [0x04, 0x03],
  )
  expect(decodeResponse(answer)).toMatchObject({
    operation: { k: ['x', 'y'] },
    printers: [{ m: [{ size: [{ w: [5] }] }] }, {}],
  })
})

test('throws for an answer cut off at any byte', () => {
  const whole = bytes(
    HEAD,
    [0x04, 0x34, 0, 1],
    'm',
    [0, 0, 0x4a, 0, 0, 0, 1],
    'w',
    [0x21, 0, 0, 0, 4, 0, 0, 0, 5, 0x37, 0, 0, 0, 0, 0x03],
  )
  expect(() => decodeResponse(whole)).not.toThrow()
  for (let length = 0; length < whole.length; length++)
    expect(() => decodeResponse(whole.subarray(0, length)), `${length} bytes`).toThrow(RangeError)
})
