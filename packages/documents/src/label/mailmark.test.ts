import bwipjs from 'bwip-js'
import { expect, test } from 'vitest'
import { dataMatrix } from '../pdf/barcode.ts'
import { MARK_TYPES, markText, specimenMark, type MarkType } from './mailmark.ts'
import { aLabel, anAddress } from '../testing/label-builder.ts'

/** All fields of a real mark. Only tests build one. */
const REAL = {
  country: 'JGB',
  information: 'B',
  version: '1',
  class: '1',
  supply_chain: '1234567',
  item: '87654321',
  destination: 'TR261HE9Z',
  return_flag: '0',
  return_to: 'SY233JQ',
  reserved: '',
  free: 'REF 42',
}
const single = (change: Parameters<typeof aLabel>[0] = {}, tracking = 'ZZ000000005GB') => ({
  ...aLabel(change),
  tracking,
})

test('puts each field at its position in the mark', () => {
  const text = markText(REAL, 9)
  expect(text).toBe('JGB B11123456787654321TR261HE9Z0SY233JQ      REF 42')
  expect(text.slice(0, 45)).toHaveLength(45)
  expect(text.slice(45)).toBe('REF 42')
})

test.each([9, 29] as const)('type %i has the size that an encoder of real marks produces', (type) => {
  const [real] = bwipjs.raw('mailmark', markText(REAL, type), { type: String(type) } as object)
  const { columns, rows } = dataMatrix(specimenMark(single(), type), MARK_TYPES[type].version)
  expect({ pixx: columns, pixy: rows }).toEqual({ pixx: real!['pixx' as never], pixy: real!['pixy' as never] })
})

test.each([
  ['type 9 holds 45 free characters', 9, 45, true],
  ['type 9 rejects 46', 9, 46, false],
  ['type 29 holds 25 free characters', 29, 25, true],
  ['type 29 rejects 26, although the encoder accepts them', 29, 26, false],
] as const)('%s', (_rule, type, length, holds) => {
  const make = () => markText({ ...REAL, free: 'A'.repeat(length) }, type)
  if (holds) expect(make()).toHaveLength(45 + length)
  else expect(make).toThrow(RangeError)
})

test.each([
  ['a country of five letters', { country: 'GREAT' }],
  ['an unknown information type', { information: 'Z' }],
  ['a letter as the class', { class: 'A' }],
  ['a supply chain of six digits', { supply_chain: '123456' }],
  ['an item of nine digits', { item: '123456789' }],
  ['a postcode with its space', { destination: 'TR26 1HE9' }],
  ['a return flag of 7', { return_flag: '7' }],
  ['a return postcode with a delivery point', { return_to: 'SY233JQ9Z' }],
  ['lower-case letters', { free: 'ref' }],
  ['an accent', { free: 'É' }],
])('rejects %s', (_case, change) => {
  expect(() => markText({ ...REAL, ...change }, 9)).toThrow(RangeError)
})

test.each([
  ['a specimen', single(), 'SPECA11000000000000000TR261HE9Z0SY233JQ      SPECIMEN NO VALUE'],
  ['a test print', single({ test: true }, ''), 'TESTA11000000000000000TR261HE9Z0SY233JQ      TEST PRINT NO VALUE'],
  ['franking', single({ channel: 'franking' }), 'SPECB11000000000000000TR261HE9Z0SY233JQ      SPECIMEN NO VALUE'],
  [
    '2nd Class',
    single({ service: '2' }, 'ZZ000000014GB'),
    'SPECA12000000000000001TR261HE9Z0SY233JQ      SPECIMEN NO VALUE',
  ],
  [
    'abroad',
    single({ service: 'IT', to: anAddress({ country: 'FR', postal_code: '75004' }) }),
    'SPECA10000000000000000XY11     0SY233JQ      SPECIMEN NO VALUE',
  ],
  [
    'a BFPO number, which is not a postcode',
    single({ to: anAddress({ postal_code: 'BFPO 5678' }) }),
    'SPECA110000000000000009Z       0SY233JQ      SPECIMEN NO VALUE',
  ],
])('%s', (_kind, label, text) => {
  for (const type of [9, 29] satisfies MarkType[]) expect(specimenMark(label, type)).toBe(text)
  expect(text).not.toMatch(/^JGB /)
})
