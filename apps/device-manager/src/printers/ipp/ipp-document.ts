import { MINIMUM_RESOLUTION_DPI } from '@postroom/domain/media/media-table'
import type { MediaSize } from '@postroom/domain/media/media-size'
import { DeviceRefusal } from '../../device-refusal.ts'
import { textsIn } from './ipp-client.ts'
import type { IppAttributes } from './ipp-codec.ts'
import { dpiOf, isQueueOfCups, resolutionsIn, resolutionsOf } from './ipp-media.ts'
import { drawOrder } from '../move-ink.ts'
import type { PrintOrder } from '../printer.ts'
import { faultOfReasons } from '../printer-reasons.ts'
import { pwgRaster } from './pwg-raster.ts'

const PDF = 'application/pdf'
const RASTER = 'image/pwg-raster'

export interface IppDocument {
  format: typeof PDF | typeof RASTER | 'application/vnd.cups-raw'
  bytes: Uint8Array
}

/**
 * The reason why a printer can read no document. A queue of CUPS without a driver claims to read PDF and passes it on unread;
 * it names no media, which only a driver knows.
 */
export function unreadableOf(printer: IppAttributes): 'queue-raw' | 'format-unsupported' | undefined {
  if (isQueueOfCups(printer) && textsIn(printer, 'media-supported').length === 0) return 'queue-raw'
  const formats = textsIn(printer, 'document-format-supported')
  return formats.includes(PDF) || formats.includes(RASTER) ? undefined : 'format-unsupported'
}

/** A printer that reads no PDF gets its pages in dots. */
export function takesDots(printer: IppAttributes): boolean {
  const formats = textsIn(printer, 'document-format-supported')
  return formats.includes(RASTER) && !formats.includes(PDF)
}

/** The document in a format that the printer reads: PDF unchanged, else a raster of its pages. @throws DeviceRefusal */
export async function documentFor(
  order: PrintOrder,
  printer: IppAttributes,
  media: MediaSize | undefined,
): Promise<IppDocument> {
  const unreadable = unreadableOf(printer)
  if (unreadable) throw new DeviceRefusal(faultOfReasons([unreadable]))
  if (!takesDots(printer)) return { format: PDF, bytes: order.pdf }
  const ofRaster = resolutionsIn(printer, 'pwg-raster-document-resolution-supported')
  const known = ofRaster.length > 0 ? ofRaster : resolutionsOf(printer)
  const fine = known.map(dpiOf).filter((dpi) => dpi >= MINIMUM_RESOLUTION_DPI)
  if (fine.length === 0) throw new DeviceRefusal('resolution_too_low')
  const dpi = Math.min(...fine)
  return { format: RASTER, bytes: pwgRaster(await drawOrder(order, dpi, media), dpi, order.media) }
}
