import type { Printer } from '@postroom/contract/device-messages'
import type { SpoolerQueue } from './spooler.ts'

/** Source: Microsoft's reference of PRINTER_INFO_2 and JOB_INFO_1 (winspool.h). Reasons have IPP names. */
const PRINTER_BITS: readonly [bit: number, state: Printer['state'] | undefined, reason: string | undefined][] = [
  [0x80, 'offline', 'offline'],
  [0x1000, 'offline', 'offline'], // not available
  [0x80_0000, 'offline', 'offline'], // its server is unknown
  [0x1, 'stopped', 'paused'],
  [0x10, 'stopped', 'media-empty'],
  [0x8, 'stopped', 'media-jam'],
  [0x40, 'stopped', 'media-jam'], // any fault of the media
  [0x40_0000, 'stopped', 'door-open'],
  [0x4_0000, 'stopped', 'toner-empty'],
  [0x800, 'stopped', 'output-area-full'],
  [0x20, 'stopped', 'media-needed'], // fed by hand
  [0x2, 'stopped', 'other'],
  [0x10_0000, 'stopped', 'other'], // needs action by a user
  [0x2_0000, undefined, 'toner-low'],
  [0x400, 'printing', undefined],
  [0x4000, 'printing', undefined], // processing
]
type Condition = Pick<Printer, 'state' | 'reasons'>
export const OFFLINE: Condition = { state: 'offline', reasons: ['offline'] }
const WORK_OFFLINE = 0x400

/** The state Windows reports for a printer. Many printers that are turned off are reported as ready. */
export function conditionOf({ status, attributes }: SpoolerQueue): Condition {
  if ((attributes & WORK_OFFLINE) !== 0) return OFFLINE
  const said = PRINTER_BITS.filter(([bit]) => (status & bit) !== 0)
  const reasons = said.flatMap(([, , reason]) => reason ?? [])
  return { state: said.find(([, state]) => state)?.[1] ?? 'ready', reasons: [...new Set(reasons)] }
}

/** Only PRINTED means printed; 0x1000 (complete) is documented as sent and possibly not printed yet. */
export const JOB_STATUS = { printing: 0x10, printed: 0x80 } as const

const JOB_REASONS: readonly [bit: number, reason: string][] = [
  [0x40, 'media-empty'],
  [0x20, 'offline'],
  [0x1, 'paused'],
  [0x2, 'other'],
  [0x200, 'other'], // the driver cannot print it
  [0x400, 'other'], // needs action by a user
]

export const jobReasonsOf = (status: number): string[] => [
  ...new Set(JOB_REASONS.flatMap(([bit, reason]) => ((status & bit) === 0 ? [] : [reason]))),
]
