import type { ScaleFault } from '@postroom/contract/device-messages'
import { gramsFrom } from '@postroom/domain/measures'

/** The reading of a scale at one moment. */
export type Reading =
  { state: 'weight'; grams: number } | { state: 'moving' } | { state: 'zero' } | { state: 'fault'; fault: ScaleFault }

/** The scale data report: number, status, unit, power of ten, weight in two bytes with the low one first. */
export const REPORT_BYTES = 6
const DATA_REPORT = 3

const STABLE = 4
/** The meaning of a status without its weight (USB-IF, HID Point of Sale Usage Tables 1.02, page 8Dh, usages 71h to 78h). */
const STATUSES: Record<number, Reading> = {
  1: { state: 'fault', fault: 'defect' },
  2: { state: 'zero' },
  3: { state: 'moving' },
  5: { state: 'fault', fault: 'under_zero' },
  6: { state: 'fault', fault: 'over_limit' },
  7: { state: 'fault', fault: 'needs_calibration' },
  8: { state: 'fault', fault: 'needs_zero' },
}

/** Units by their place in the same table, usages 51h to 5Ch. Taels and tons differ by country; the other units weigh no post. */
const GRAMS_PER: Record<number, number> = { 1: 0.001, 2: 1, 3: 1000, 11: 28.349523125, 12: 453.59237 }

/** Undefined for other reports and for values outside the standard. */
export function readingOf(report: Uint8Array): Reading | undefined {
  if (report.length < REPORT_BYTES || report[0] !== DATA_REPORT) return undefined
  const view = new DataView(report.buffer, report.byteOffset)
  const status = view.getUint8(1)
  return status === STABLE ? weighed(view.getUint16(4, true), view.getInt8(3), view.getUint8(2)) : STATUSES[status]
}

function weighed(weight: number, powerOfTen: number, unit: number): Reading {
  const gramsPer = GRAMS_PER[unit]
  if (weight === 0) return { state: 'zero' }
  if (gramsPer === undefined) return { state: 'fault', fault: 'unknown_unit' }
  const grams = gramsFrom(weight * gramsPer * 10 ** powerOfTen, 'G')
  return Number.isSafeInteger(grams) ? { state: 'weight', grams } : { state: 'fault', fault: 'defect' }
}
