import { DeviceRefusal } from '../device-refusal.ts'
import { renderDots } from '../documents/read-pdf.ts'
import { textsIn } from './ipp-client.ts'
import type { IppAttributes } from './ipp-codec.ts'
import { resolutionsOf } from './ipp-media.ts'
import type { PrintOrder } from './printer.ts'
import { pwgRaster } from './pwg-raster.ts'

const PDF = 'application/pdf'
const RASTER = 'image/pwg-raster'
const RESOLUTION_MIN_DPI = 300

export interface IppDocument {
  format: typeof PDF | typeof RASTER
  bytes: Uint8Array
}

/** The document as the printer takes it: as it came, or drawn for a printer that reads no PDF. @throws DeviceRefusal */
export async function documentFor(order: PrintOrder, printer: IppAttributes): Promise<IppDocument> {
  const formats = textsIn(printer, 'document-format-supported')
  if (formats.includes(PDF) || !formats.includes(RASTER)) return { format: PDF, bytes: order.pdf }
  const ofRaster = printer['pwg-raster-document-resolution-supported'] ?? []
  const known = ofRaster.length > 0 ? { 'printer-resolution-supported': ofRaster } : printer
  const fine = resolutionsOf(known).filter((dpi) => dpi >= RESOLUTION_MIN_DPI)
  if (fine.length === 0) throw new DeviceRefusal('resolution_too_low')
  const dpi = Math.min(...fine)
  return { format: RASTER, bytes: pwgRaster(await renderDots(order.pdf, dpi), dpi, order.media) }
}
