import { MINIMUM_RESOLUTION_DPI } from '@postroom/domain/media/media-table'
import { DeviceRefusal, faultOf, type DeviceFault } from '../../device-refusal.ts'
import { textsIn } from './ipp-client.ts'
import type { IppAttributes, IppValue, RequestAttribute } from './ipp-codec.ts'
import { dpiOf, isResolution, resolutionFor, resolutionsOf } from './ipp-media.ts'
import { takesDots } from './ipp-document.ts'
import type { PrintOrder } from '../printer.ts'

/** Settings whose defaults in a queue could spoil a label, so each job sets them. */
const WANTED = [
  ['keyword', 'print-scaling', 'none'],
  ['keyword', 'sides', 'one-sided'],
  ['integer', 'number-up', 1],
  ['enum', 'orientation-requested', 3], // portrait
  ['keyword', 'job-sheets', 'none'],
  ['keyword', 'job-hold-until', 'no-hold'],
] as const satisfies readonly RequestAttribute[]

/**
 * The settings of a job (RFC 8011 §5.2): media, copies, resolution, and the settings that a label relies on, where the printer
 * supports them. @throws DeviceRefusal when the printer cannot print unscaled or at 300 dpi
 */
export function ticketFor(order: PrintOrder, printer: IppAttributes): RequestAttribute[] {
  const scalings = textsIn(printer, 'print-scaling-supported')
  if (scalings.length > 0 && !scalings.includes('none')) throw refusal(['print-scaling'])
  const [copies] = (printer['copies-supported'] ?? []).filter(isRange)
  if (order.copies > (copies?.[1] ?? 1)) throw refusal(['copies'])
  const resolution = takesDots(printer) ? undefined : resolutionFor(printer) // a raster has its own
  if (!resolution && !takesDots(printer) && resolutionsOf(printer).length > 0)
    throw new DeviceRefusal('resolution_too_low')
  return [
    ...(copies ? [['integer', 'copies', order.copies] as const] : []),
    ...(order.media === undefined ? [] : [['keyword', 'media', order.media] as const]),
    ...(resolution ? [['resolution', 'printer-resolution', resolution] as const] : []),
    ...WANTED.filter(([, name, value]) => (printer[`${name}-supported`] ?? []).includes(value)),
  ]
}

/** The settings that a printer reports as ignored, replaced or rejected. */
export const refusedOf = (ticket: readonly RequestAttribute[], unsupported: Iterable<string>): string[] => {
  const names = new Set(unsupported)
  return ticket.map(([, name]) => name).filter((name) => names.has(name))
}

/** The settings that a job reports with other values than requested; settings that it does not report are trusted. */
export const changedIn = (job: IppAttributes, ticket: readonly RequestAttribute[]): string[] =>
  ticket.filter(([, name, value]) => name in job && !isAsWanted(job[name]?.[0], value)).map(([, name]) => name)

/** Whether a job has the requested value. A finer resolution is accepted. */
const isAsWanted = (reported: IppValue, wanted: RequestAttribute[2]): boolean =>
  isResolution(reported) ? dpiOf(reported) >= MINIMUM_RESOLUTION_DPI : reported === wanted

/** Lists the settings by their IPP names, with the values of the job. */
export const settingsFault = (names: readonly string[], job: IppAttributes = {}): DeviceFault =>
  faultOf('settings_refused', `Reported: ${names.map((name) => inWords(name, job[name]?.[0])).join(', ')}.`)

const refusal = (names: readonly string[]): DeviceRefusal => new DeviceRefusal(settingsFault(names))

const isRange = (value: IppValue): value is [number, number] => Array.isArray(value)

function inWords(name: string, value: IppValue): string {
  if (isResolution(value)) return `${name} ${dpiOf(value)}dpi`
  return typeof value === 'string' || typeof value === 'number' ? `${name} ${value}` : name
}
