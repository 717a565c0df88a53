import { expect, test } from 'vitest'
import { decodeResponse, encodeRequest } from './ipp-codec.ts'

/** Bytes of text and of numbers, as they stand on the wire. */
const bytes = (...parts: (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part))))

const HEAD = [2, 0, 0, 0, 0, 0, 0, 1] as const
const answer = (...parts: (string | number)[]): Buffer => bytes(...HEAD, ...parts, 3)

test('a request is version, operation, number, charset and language first, then the job in its own group', () => {
  const request = encodeRequest({
    operation: 'Print-Job',
    id: 7,
    attributes: [['uri', 'printer-uri', 'ipp://p/']],
    jobAttributes: [
      ['integer', 'copies', 2],
      ['keyword', 'print-scaling', 'none'],
    ],
  })
  const expected = bytes(
    ...[2, 0, 0, 2, 0, 0, 0, 7, 1],
    ...[0x47, 0, 18, 'attributes-charset', 0, 5, 'utf-8'],
    ...[0x48, 0, 27, 'attributes-natural-language', 0, 5, 'en-gb'],
    ...[0x45, 0, 11, 'printer-uri', 0, 8, 'ipp://p/'],
    ...[2, 0x21, 0, 6, 'copies', 0, 4, 0, 0, 0, 2],
    ...[0x44, 0, 13, 'print-scaling', 0, 4, 'none', 3],
  )
  expect(request.toString('hex')).toBe(expected.toString('hex'))
})

test('lengths are counted in bytes, not in characters', () => {
  const request = encodeRequest({ operation: 'Print-Job', id: 1, attributes: [['name', 'job-name', 'Lôn']] })
  expect(request.includes(bytes(0x42, 0, 8, 'job-name', 0, 4, 'Lôn', 3))).toBe(true)
})

test.each<[string, (string | number)[], unknown[]]>([
  ['integer', [0x21, 0, 1, 'a', 0, 4, 0xff, 0xff, 0xff, 0xfe], [-2]],
  ['enum', [0x23, 0, 1, 'a', 0, 4, 0, 0, 0, 9], [9]],
  ['boolean', [0x22, 0, 1, 'a', 0, 1, 1], [true]],
  ['text', [0x41, 0, 1, 'a', 0, 3, 'one'], ['one']],
  ['text with language', [0x35, 0, 1, 'a', 0, 9, 0, 2, 'fr', 0, 3, 'oui'], ['oui']],
  ['range', [0x33, 0, 1, 'a', 0, 8, 0, 0, 0, 1, 0, 0, 0, 99], [[1, 99]]],
  ['resolution', [0x32, 0, 1, 'a', 0, 9, 0, 0, 1, 0x2c, 0, 0, 2, 0x58, 3], [{ x: 300, y: 600, unit: 'dpi' }]],
  ['no value', [0x13, 0, 1, 'a', 0, 0], [undefined]],
  ['octets', [0x30, 0, 1, 'a', 0, 2, 5, 6], [new Uint8Array([5, 6])]],
  ['several values', [0x44, 0, 1, 'a', 0, 1, 'x', 0x44, 0, 0, 0, 1, 'y'], ['x', 'y']],
])('%s', (_name, attribute, values) => {
  expect(decodeResponse(answer(1, ...attribute)).operation['a']).toEqual(values)
})

test('collections hold collections, and every member is a list', () => {
  const size = [0x4a, 0, 0, 0, 1, 'x', 0x21, 0, 0, 0, 4, 0, 0, 0x27, 0xb0, 0x37, 0, 0, 0, 0]
  const media = [0x34, 0, 1, 'm', 0, 0, 0x4a, 0, 0, 0, 4, 'size', 0x34, 0, 0, 0, 0, ...size]
  const after = [0x4a, 0, 0, 0, 4, 'type', 0x44, 0, 0, 0, 6, 'labels', 0x37, 0, 0, 0, 0]
  const [printer] = decodeResponse(answer(4, ...media, ...after, 0x21, 0, 1, 'n', 0, 4, 0, 0, 0, 1)).printers
  expect(printer?.['m']).toEqual([{ size: [{ x: [10_160] }], type: ['labels'] }])
  expect(printer?.['n']).toEqual([1])
})

test('each printer and each job has its own attributes', () => {
  const name = (value: string) => [0x42, 0, 1, 'n', 0, 1, value]
  const decoded = decodeResponse(answer(1, 4, ...name('a'), 4, ...name('b'), 2, ...name('j')))
  expect(decoded.printers.map((printer) => printer['n'])).toEqual([['a'], ['b']])
  expect(decoded.jobs.map((job) => job['n'])).toEqual([['j']])
})

test('a name that objects have of their own is only a name', () => {
  const names = ['constructor', '__proto__'].flatMap((name) => [0x21, 0, name.length, name, 0, 4, 0, 0, 0, 1])
  const { operation } = decodeResponse(answer(1, ...names))
  expect(operation['constructor']).toEqual([1])
  expect(Object.keys(operation)).toEqual(['constructor', '__proto__'])
})

test('what is cut off anywhere is refused', () => {
  const whole = answer(4, 0x34, 0, 1, 'm', 0, 0, 0x4a, 0, 0, 0, 1, 'x', 0x21, 0, 0, 0, 4, 0, 0, 0, 1, 0x37, 0, 0, 0, 0)
  expect(decodeResponse(whole).printers).toHaveLength(1)
  for (let length = 0; length < whole.length; length++)
    expect(() => decodeResponse(whole.subarray(0, length)), String(length)).toThrow(RangeError)
})

test.each([
  ['no IPP at all', Buffer.from('<html>Not found</html>')],
  ['a number of two bytes', answer(1, 0x21, 0, 1, 'a', 0, 2, 0, 1)],
  ['a value longer than the answer', answer(1, 0x41, 0, 1, 'a', 0xff, 0xff, 'x')],
  [
    'collections without an end',
    Buffer.concat([answer(4).subarray(0, 9), Buffer.alloc(200_000, bytes(0x34, 0, 0, 0, 0))]),
  ],
])('%s is refused', (_name, wrong) => {
  expect(() => decodeResponse(wrong)).toThrow(RangeError)
})
