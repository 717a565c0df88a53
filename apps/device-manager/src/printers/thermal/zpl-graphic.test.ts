import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readGraphic } from '../../testing/zpl-graphic-reader.ts'
import { dotRows } from './dot-rows.ts'
import type { DotRows } from './language.ts'
import { compressed, crc16, runLetters } from './zpl-graphic.ts'

const rowsOf = (hex: string, rowBytes: number): DotRows => {
  const bits = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  return { width: rowBytes * 8, height: bits.length / rowBytes, rowBytes, bits }
}
const SAMPLE = rowsOf('FF00FF00 80000001 FFFFFFFF FFFFFFFF 00000000 00000000', 4)

test('the checksum is CRC-16/XMODEM', () => {
  expect(crc16(Buffer.from('123456789')).toString(16)).toBe('31c3')
})

test.each([
  ['mixed rows', SAMPLE, 'FF00FF,8L01NF:,:'],
  ['400 black dots across', rowsOf('FF'.repeat(50).repeat(2), 50), 'kF:'],
  ['850 black digits', rowsOf('FF'.repeat(425), 425), 'zzhPF'],
])('run letters: %s', (_, rows, text) => {
  expect(runLetters(rows)).toBe(text)
})

/** Made by another encoder than ours. */
const OTHERS = [
  [':Z64:eNr7z/CfoYGBgfE/FDBAAQCblwp4:ad33', 4, Buffer.from(SAMPLE.bits)],
  [':B64:/wD/AIAAAAH//////////wAAAAAAAAAA:5ba5', 4, Buffer.from(SAMPLE.bits)],
  [':Z64:eJw7wNjAAAAEBwFC:6bd2', 2, Buffer.from('C0018000', 'hex')],
] as const

test.each(OTHERS)('the reader of the fake printer reads what another encoder wrote: %s', (text, stride, bits) => {
  expect(readGraphic(text, stride, bits.length)).toEqual(bits)
})

test.each([
  ['a wrong checksum', ':Z64:eJw7wNjAAAAEBwFC:6bd3', 2, 4],
  ['a row too few', 'FF00FF,8L01NF:,', 4, 24],
  ['a row too many', 'FF00FF,8L01NF:,::', 4, 24],
  ['black to the end of the row, which readers understand differently', 'FF!', 4, 4],
  ['a total that is no whole number of rows', 'FF,', 4, 5],
])('the reader of the fake printer rejects %s', (_, text, stride, total) => {
  expect(() => readGraphic(text, stride, total)).toThrow()
})

const pages = fc
  .record({ rowBytes: fc.integer({ min: 1, max: 110 }), height: fc.integer({ min: 1, max: 12 }) })
  .chain(({ rowBytes, height }) =>
    fc
      .array(fc.oneof(fc.constant(0), fc.constant(255), fc.integer({ min: 0, max: 255 })), {
        minLength: rowBytes * height,
        maxLength: rowBytes * height,
      })
      .map((bytes) => rowsOf(Buffer.from(bytes).toString('hex'), rowBytes)),
  )

test.each([
  ['compressed', compressed],
  ['in run letters', runLetters],
])('every picture can be read back %s, and black to the end of a row is never abbreviated', (_, encode) => {
  fc.assert(
    fc.property(pages, (rows) => {
      const text = encode(rows)
      expect(text).not.toContain('!')
      expect(readGraphic(text, rows.rowBytes, rows.bits.length).equals(rows.bits)).toBe(true)
    }),
  )
})

test('packs dots from the left into the highest bit, and fills the last byte with white', () => {
  const black = Uint8Array.from([1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0])
  expect(dotRows({ width: 10, height: 2, black })).toEqual({
    width: 10,
    height: 2,
    rowBytes: 2,
    bits: Uint8Array.of(0x80, 0x80, 0xff, 0x80),
  })
})

test('for a head of 600 dots each dot becomes four', () => {
  const black = Uint8Array.from([1, 0, 0, 1])
  expect(dotRows({ width: 2, height: 2, black }, 2)).toEqual({
    width: 4,
    height: 4,
    rowBytes: 1,
    bits: Uint8Array.of(0xc0, 0xc0, 0x30, 0x30),
  })
})
