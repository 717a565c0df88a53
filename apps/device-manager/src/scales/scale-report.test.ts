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
  // constructed from the usage tables
  ['1.25 kg as hundredths of a kilogram', /*          */ '03 04 03 FE 7D 00', { state: 'weight', grams: 1_250 }],
  ['12.34 lb as hundredths of a pound', /*            */ '03 04 0C FE D2 04', { state: 'weight', grams: 5_598 }],
  ['300 g in tens of grams', /*                       */ '03 04 02 01 1E 00', { state: 'weight', grams: 300 }],
  ['100.5 g, rounded up to a gram', /*         */ '03 04 02 FF ED 03', { state: 'weight', grams: 101 }],
  ['65,535 mg', /*                                    */ '03 04 01 00 FF FF', { state: 'weight', grams: 66 }],
  ['a stable zero', /*                             */ '03 04 02 00 00 00', { state: 'zero' }],
  ['a scale that is not stable', /*               */ '03 03 02 00 14 00', { state: 'moving' }],
  ['a scale with a defect', /*                            */ '03 01 02 00 14 00', fault('defect')],
  ['a scale whose tray was removed', /*                */ '03 05 02 00 14 00', fault('under_zero')],
  ['an overloaded scale', /*                      */ '03 06 02 00 14 00', fault('over_limit')],
  ['a scale that needs calibration', /*                         */ '03 07 02 00 14 00', fault('needs_calibration')],
  ['a scale that must be set to zero', /*                        */ '03 08 02 00 14 00', fault('needs_zero')],
  ['a scale in taels', /*                     */ '03 04 05 00 14 00', fault('unknown_unit')],
  ['an impossible power of ten', /*   */ '03 04 02 7F 14 00', fault('defect')],
  ['another report', /*                               */ '04 04 02 00 14 00', undefined],
  ['an undefined status', /*                        */ '03 09 02 00 14 00', undefined],
  ['half a report', /*                                */ '03 04 02', undefined],
])('%s', (_, report, reading) => expect(readingOf(bytes(report))).toEqual(reading))

test('reads a report inside a larger buffer', () => {
  expect(readingOf(bytes('FF FF 03 04 02 00 14 00').subarray(2))).toEqual({ state: 'weight', grams: 20 })
})
