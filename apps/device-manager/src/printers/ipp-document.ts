import type { PaperMeasures } from '@postroom/domain/paper-formats'
import { DeviceRefusal } from '../device-refusal.ts'
import { textsIn } from './ipp-client.ts'
import type { IppAttributes } from './ipp-codec.ts'
import { resolutionsOf } from './ipp-media.ts'
import { drawOrder } from './move-ink.ts'
import type { PrintOrder } from './printer.ts'
import { pwgRaster } from './pwg-raster.ts'

const PDF = 'application/pdf'
const RASTER = 'image/pwg-raster'
const RESOLUTION_MIN_DPI = 300

export interface IppDocument {
  format: typeof PDF | typeof RASTER
  bytes: Uint8Array
}

/** A printer that reads no PDF gets its pages in dots. */
export function takesDots(printer: IppAttributes): boolean {
  const formats = textsIn(printer, 'document-format-supported')
  return formats.includes(RASTER) && !formats.includes(PDF)
}

/** The document as the printer takes it: as it came, or drawn on its paper for a printer that reads no PDF. @throws DeviceRefusal */
export async function documentFor(
  order: PrintOrder,
  printer: IppAttributes,
  paper: PaperMeasures | undefined,
): Promise<IppDocument> {
  if (!takesDots(printer)) return { format: PDF, bytes: order.pdf }
  const ofRaster = printer['pwg-raster-document-resolution-supported'] ?? []
  const known = ofRaster.length > 0 ? { 'printer-resolution-supported': ofRaster } : printer
  const fine = resolutionsOf(known).filter((dpi) => dpi >= RESOLUTION_MIN_DPI)
  if (fine.length === 0) throw new DeviceRefusal('resolution_too_low')
  const dpi = Math.min(...fine)
  return { format: RASTER, bytes: pwgRaster(await drawOrder(order, dpi, paper), dpi, order.media) }
}
