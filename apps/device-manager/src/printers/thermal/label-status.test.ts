import { expect, test } from 'vitest'
import { readLongStatus, readShortStatus } from './tspl.ts'
import { readErrors, readHostStatus } from './zpl-status.ts'

const FIRST = '030,0,0,1218,000,0,0,0,000,0,0,0'
const SECOND = '001,0,0,0,1,2,4,0,00000000,1,000'
const answer = (first = FIRST, second = SECOND) =>
  Buffer.from(`\x02${first}\x03\r\n\x02${second}\x03\r\n\x020000,0\x03\r\n`, 'latin1')
/** The line with one field changed. */
const withField = (line: string, at: number, value: string) => line.split(',').with(at, value).join(',')
const READY = { reasons: [], isBusy: false, hasHalfLabel: false, length_dots: 1218 }

test.each([
  // in the answer to ~HS                     first line                                   second line                   read as
  ['ready', FIRST, SECOND, {}],
  ['paper out', withField(FIRST, 1, '1'), SECOND, { reasons: ['media-empty'] }],
  ['paused', withField(FIRST, 2, '1'), SECOND, { reasons: ['paused-at-printer'] }],
  ['formats waiting', withField(FIRST, 4, '015'), SECOND, { isBusy: true }],
  ['half a format', withField(FIRST, 7, '1'), SECOND, { hasHalfLabel: true }],
  ['configuration lost', withField(FIRST, 9, '1'), SECOND, { reasons: ['hardware-failure'] }],
  ['too cold', withField(FIRST, 10, '1'), SECOND, { reasons: ['head-too-cold'] }],
  ['too hot', withField(FIRST, 11, '1'), SECOND, { reasons: ['cooling'] }],
  ['head open', FIRST, withField(SECOND, 2, '1'), { reasons: ['cover-open'] }],
  ['ribbon out', FIRST, withField(SECOND, 3, '1'), { reasons: ['ribbon-empty'] }],
  ['a label to be taken', FIRST, withField(SECOND, 7, '1'), { reasons: ['label-not-taken'] }],
  ['labels left', FIRST, withField(SECOND, 8, '00000002'), { isBusy: true }],
  ['no measured length', withField(FIRST, 3, '0000'), SECOND, { length_dots: undefined }],
  ['continuous stock', FIRST, withField(SECOND, 0, '129'), { length_dots: undefined }],
])('~HS: %s', (_, first, second, change) => {
  expect(readHostStatus(answer(first, second))).toEqual({ ...READY, ...change })
})

test('~HS: waits for the third line, and skips what came before', () => {
  const whole = answer()
  expect(readHostStatus(whole.subarray(0, -5))).toBeUndefined()
  expect(readHostStatus(Buffer.concat([whole.subarray(-8), whole]))).toEqual(READY)
})

const errors = (word: string) =>
  Buffer.from(
    `\x02\r\n\r\n  PRINTER STATUS  \r\n   ERRORS:         1 00000000 ${word}\r\n   WARNINGS:       0 00000000 00000000\r\n\x03`,
  )

test.each([
  ['00000000', []],
  ['00010001', ['media-empty', 'paused-at-printer']],
  ['00000002', ['ribbon-empty']],
  ['00000004', ['cover-open']],
  ['00000008', ['cutter-jam']],
  ['00000010', ['cooling']],
  ['00000020', ['cooling']],
  ['00000040', ['hardware-failure']],
  ['00000080', ['hardware-failure']],
  ['00000100', ['hardware-failure']],
  ['00000200', ['hardware-failure']],
  ['00000400', []],
  ['00001000', ['media-jam']],
  ['00002000', ['media-jam']],
  ['00004000', ['media-jam']],
  ['00008000', ['media-jam']],
  ['00020000', ['hardware-failure']],
  ['00040000', ['calibration-needed']],
  ['00080000', ['calibration-needed']],
  ['00100000', []],
  ['00010000', ['paused-at-printer']],
])('~HQES: %s', (word, reasons) => {
  expect(readErrors(errors(word))).toEqual(reasons)
  expect(readErrors(errors(word).subarray(0, -2))).toBeUndefined()
})

test.each([
  [0x00, [], false],
  [0x01, ['cover-open'], false],
  [0x02, ['media-jam'], false],
  [0x04, ['media-empty'], false],
  [0x05, ['media-empty', 'cover-open'], false],
  [0x08, ['ribbon-empty'], false],
  [0x10, ['paused-at-printer'], false],
  [0x14, ['media-empty'], false],
  [0x20, [], true],
  [0x40, ['cover-open'], false],
  [0x80, ['hardware-failure'], false],
])('ESC ! ?: %i', (byte, reasons, isBusy) => {
  expect(readShortStatus(Buffer.of(byte))).toEqual({ reasons, isBusy, hasHalfLabel: false })
})

test.each([
  ['@@@@', [], false],
  ['P@@@', [], true],
  ['L@@@', ['label-not-taken'], true],
  ['`@@@', ['paused-at-printer'], false],
  ['E@@A', ['media-empty'], false],
  ['E@@D', ['ribbon-empty'], false],
  ['E@@B', ['media-jam'], false],
  ['C@@@', [], true],
  ['W@@@', [], true],
  ['K@@@', ['paused-at-printer'], true],
  ['E@A@', ['cooling'], false],
  ['E@B@', ['cooling'], false],
  ['E@P@', ['hardware-failure'], false],
  ['E@D@', ['hardware-failure'], false],
  ['E@H@', ['cutter-jam'], false],
  ['E@@@', ['hardware-failure'], false],
])('ESC ! S: %s', (frame, reasons, isBusy) => {
  expect(readLongStatus(Buffer.from(`\x02${frame}\x03\r\n`))).toEqual({ reasons, isBusy, hasHalfLabel: false })
  expect(readLongStatus(Buffer.from(`\x02${frame}`))).toBeUndefined()
})
