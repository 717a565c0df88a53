import { expect, test } from 'vitest'
import { readingOf } from './scale-report.ts'

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const fault = (name: string) => ({ state: 'fault', fault: name })

test.each([
  // recorded by                                       report             reading
  ['a DYMO M10 with nothing on it', /*                */ '03 02 0B FF 00 00', { state: 'zero' }],
  ['a DYMO M25 with 20 g', /*                         */ '03 04 02 00 14 00', { state: 'weight', grams: 20 }],
  ['a DYMO M25 with 40 lb 5.2 oz (645.2 oz)', /*      */ '03 04 0B FF 34 19', { state: 'weight', grams: 18_292 }],
  ['an Elane load cell with 2 g', /*                  */ '03 04 02 00 02 00', { state: 'weight', grams: 2 }],
  // made from the usage tables
  ['1.25 kg as hundredths of a kilogram', /*          */ '03 04 03 FE 7D 00', { state: 'weight', grams: 1_250 }],
  ['12.34 lb as hundredths of a pound', /*            */ '03 04 0C FE D2 04', { state: 'weight', grams: 5_598 }],
  ['300 g in tens of grams', /*                       */ '03 04 02 01 1E 00', { state: 'weight', grams: 300 }],
  ['100.5 g, where a started gram counts', /*         */ '03 04 02 FF ED 03', { state: 'weight', grams: 101 }],
  ['65,535 mg', /*                                    */ '03 04 01 00 FF FF', { state: 'weight', grams: 66 }],
  ['a stable nothing', /*                             */ '03 04 02 00 00 00', { state: 'zero' }],
  ['one with its load still moving', /*               */ '03 03 02 00 14 00', { state: 'moving' }],
  ['one with a defect', /*                            */ '03 01 02 00 14 00', fault('defect')],
  ['one whose tray was lifted off', /*                */ '03 05 02 00 14 00', fault('under_zero')],
  ['one with too much on it', /*                      */ '03 06 02 00 14 00', fault('over_limit')],
  ['one to be calibrated', /*                         */ '03 07 02 00 14 00', fault('needs_calibration')],
  ['one to be set to zero', /*                        */ '03 08 02 00 14 00', fault('needs_zero')],
  ['one that weighs in taels', /*                     */ '03 04 05 00 14 00', fault('unknown_unit')],
  ['one whose power of ten is beyond all posts', /*   */ '03 04 02 7F 14 00', fault('defect')],
  ['another report', /*                               */ '04 04 02 00 14 00', undefined],
  ['a status that is none', /*                        */ '03 09 02 00 14 00', undefined],
  ['half a report', /*                                */ '03 04 02', undefined],
])('%s', (_, report, reading) => expect(readingOf(bytes(report))).toEqual(reading))

test('a report is read where it lies in a larger buffer', () => {
  expect(readingOf(bytes('FF FF 03 04 02 00 14 00').subarray(2))).toEqual({ state: 'weight', grams: 20 })
})
