import { holds } from '@postroom/domain/media/media-size'
import { faultOf, type DeviceFault } from '../../device-refusal.ts'
import { mismatch } from '../media.ts'
import { drawOrder } from '../move-ink.ts'
import type { PrintOrder } from '../printer.ts'
import { dpiOf } from './describe-label-printer.ts'
import { dotRows } from './dot-rows.ts'
import type { LabelPrinterSetting } from './label-setting.ts'
import type { LabelStatus, PrinterFacts } from './language.ts'
import type { EncodedLabel } from './print-labels.ts'
import { loadedStock, stockNamed } from './stock.ts'

export type DrawnLabels = { ok: true; labels: EncodedLabel[] } | { ok: false; fault: DeviceFault }

interface Target {
  setting: LabelPrinterSetting
  facts: PrinterFacts
  status: LabelStatus | undefined
  /** The resolution that the printer had when its document was chosen; undefined when it was never known. */
  expectedDpi: number | undefined
}

/** A head of 600 dots gets the drawing for 300, with four dots for each. */
const DOUBLED_DPI = 600

/**
 * All labels and copies of an order in the language of the printer, or why none may be sent. A dot of the drawing is a dot of
 * the head, or exactly four. @throws DeviceRefusal if the document cannot be read, or ink would be lost
 */
export async function drawLabels(
  order: PrintOrder,
  { setting, facts, status, expectedDpi }: Target,
): Promise<DrawnLabels> {
  const dpi = dpiOf(setting, facts)
  if (dpi === undefined) return { ok: false, fault: faultOf('printer_setting_missing') }
  if (expectedDpi !== undefined && expectedDpi !== dpi) return { ok: false, fault: faultOf('drawn_for_other_printer') }
  const loaded = status && setting.stock !== 'continuous' ? loadedStock(status, dpi) : undefined
  if (loaded && !holds(loaded, order)) return mismatch('loaded', [loaded], order)
  const offered = stockNamed(setting.size)
  if (offered && !holds(offered, order)) return mismatch('offered', [offered], order)
  const times = dpi === DOUBLED_DPI ? 2 : 1
  const pages = await drawOrder(order, dpi / times, loaded ?? stockNamed(order.media))
  const labels = pages.map((page) => {
    const rows = dotRows(page, times)
    return { bytes: setting.language.encode(rows, dpi, setting, facts), length_in: rows.height / dpi }
  })
  return { ok: true, labels: Array.from({ length: order.copies }, () => labels).flat() }
}
