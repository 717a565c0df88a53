import type { PrinterPort, PrintOrder } from '../printers/printer.ts'
import type { LabelPrinterLimits } from '../printers/thermal/label-printer.ts'
import { labelPrinterSetting } from '../printers/thermal/label-setting.ts'
import { tcpLabelPrinter } from '../printers/thermal/named-label-printers.ts'
import { aPdf } from './a-pdf.ts'

export const label: PrintOrder = {
  job_id: 'job-00001',
  kind: 'shipping',
  type: 'label',
  title: 'Label',
  copies: 1,
  labels: 1,
  media: '4x6',
  pdf: aPdf(),
  width_mm: 101.6,
  height_mm: 152.4,
}
export const SOON: Partial<LabelPrinterLimits> = { pollMs: 2, readyMs: 0 }
/** For printers that are silent. */
export const IMPATIENT = { ...SOON, statusMs: 150, silenceMs: 150 }

/** The label printer at a port of this machine. @param names the query of its setting */
export function portAt(
  language: string,
  port: number,
  names: string,
  limits: Partial<LabelPrinterLimits>,
): PrinterPort {
  const { place, setting } = labelPrinterSetting(`${language}://127.0.0.1:${port}${names}`)
  if (!('host' in place)) throw new Error('It is in the network')
  return tcpLabelPrinter(place, setting, limits)
}

/** Prints, and returns whether the whole document was reported as spooled. */
export async function print(
  printer: PrinterPort,
  order: PrintOrder = label,
  signal: AbortSignal = new AbortController().signal,
) {
  let isSpooled = false
  const printed: number[] = []
  const outcome = await printer.print(
    order,
    () => (isSpooled = true),
    signal,
    (labels) => printed.push(labels),
  )
  return { ...outcome, isSpooled, printed }
}

export const PRINTED = { state: 'printed', isSpooled: true }
export const two = { ...label, pdf: aPdf({ pages: 2 }), labels: 2 }
