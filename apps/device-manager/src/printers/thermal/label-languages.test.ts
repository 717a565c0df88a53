import { expect, test } from 'vitest'
import { EPL } from './epl.ts'
import { NO_FACTS, type DotRows } from './language.ts'
import { TSPL } from './tspl.ts'
import { ZPL } from './zpl.ts'

const bits = Buffer.from('FF00FF0080000001FFFFFFFFFFFFFFFF0000000000000000', 'hex')
const ROWS: DotRows = { width: 32, height: 6, rowBytes: 4, bits }
const PLACE = '^PW32^LL6^LH0,0^LS0^LT0^PON'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

test('ZPL sets everything a label relies on, and one copy', () => {
  expect(text(ZPL.encode(ROWS, 203, {}, NO_FACTS))).toBe(
    `^XA${PLACE}^FO0,0^GFA,24,24,4,FF00FF,8L01NF:,:^FS^PQ1,0,1,N^XZ\n`,
  )
})

test.each([
  [{ stock: 'gap' }, '^MNY'],
  [{ stock: 'mark' }, '^MNM'],
  [{ stock: 'continuous' }, '^MNN'],
  [{ method: 'ribbon' }, '^MTT'],
  [{ stock: 'gap', method: 'direct', reprint: 'off' }, '^MNY^MTD^JZN'],
] as const)('ZPL changes a setting of the printer only when a person has set it: %o', (setting, commands) => {
  expect(text(ZPL.encode(ROWS, 203, setting, NO_FACTS))).toMatch(`^XA${commands}${PLACE}`)
})

test('a Zebra gets a compressed graphic', () => {
  expect(text(ZPL.encode(ROWS, 203, {}, { ...NO_FACTS, isZebra: true }))).toContain('^GFA,24,24,4,:Z64:')
})

const WHITE_IS_SET = 'ÿ' // the byte FF

test('TSPL gives sizes in millimetres, and a picture whose set bits are white', () => {
  const label = Buffer.from(TSPL.encode({ ...ROWS, width: 812, height: 1218 }, 203, { stock: 'mark' }, NO_FACTS))
  const head =
    'SIZE 101.6 mm,152.4 mm\r\nBLINE 3 mm,0 mm\r\nDIRECTION 0,0\r\nREFERENCE 0,0\r\nCLS\r\nBITMAP 0,0,4,1218,0,'
  expect(label.toString('latin1')).toMatch(head)
  expect(
    label
      .subarray(head.length, head.length + 24)
      .toString('hex')
      .toUpperCase(),
  ).toBe('00FF00FF7FFFFFFE0000000000000000FFFFFFFFFFFFFFFF')
  expect(label.subarray(head.length + 24).toString()).toBe('\r\nPRINT 1,1\r\n')
})

test('EPL2 sets sizes before the picture, which they would erase', () => {
  const label = text(EPL.encode(ROWS, 203, {}, NO_FACTS))
  expect(label).toMatch('\nN\nq32\nQ6,24\nZT\nGW0,0,4,6,')
  expect(label.endsWith(`${WHITE_IS_SET.repeat(8)}\nP1\n`)).toBe(true)
  expect(text(EPL.encode(ROWS, 203, { stock: 'continuous' }, NO_FACTS))).toContain('\nQ6,0\n')
  expect(text(EPL.encode(ROWS, 203, { stock: 'mark' }, NO_FACTS))).toContain('\nQ6,B24\n')
})
