import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { gridFor, type LabelGridDpi } from '@postroom/domain/media/label-drawing'
import { holds, type MediaSize } from '@postroom/domain/media/media-size'
import { MEDIA_OF_FORMAT, smallestFor } from '@postroom/domain/media/paper-formats'
import { faultOf, type DeviceFault } from '../device-refusal.ts'
import { mismatch } from '../printers/media.ts'

type PrinterConfig = NonNullable<PrinterConfigs[PrinterKind]>

/** A document that is to be printed, or may be later. */
export interface ToPrint extends MediaSize {
  isLabel: boolean
  /** The resolution that it was drawn for; absent while it may still be drawn for any. */
  grid?: LabelGridDpi
}

/** The size of the media, and the printer's name for it; undefined for a printer that names none. */
type ChosenMedia = { ok: true; media: string | undefined; size: MediaSize } | { ok: false; fault: DeviceFault }

/**
 * Chooses the media for a document, or refuses to print it: a label that is cut off is wasted postage. The media that the
 * printer reports as loaded decide. A queue knows only what it offers, so its default media comes first. Nothing is scaled.
 */
export function chooseMedia(document: ToPrint, printer: Printer, config: PrinterConfig): ChosenMedia {
  const { media_ready, media, media_default } = printer
  const grid = gridFor(printer, document.isLabel)
  if (!grid) return { ok: false, fault: faultOf('resolution_too_low') }
  if ((document.grid ?? grid) !== grid) return { ok: false, fault: faultOf('drawn_for_other_printer') }
  const [from, there] = media_ready.length > 0 ? (['loaded', media_ready] as const) : (['offered', media] as const)
  const format = config.defaultOrSpecific === 'specific' ? config.paperFormat : undefined
  const sizes = format ? MEDIA_OF_FORMAT[format] : []
  const wanted = sizes.find((size) => holds(size, document)) ?? sizes[0]
  if (wanted && !holds(wanted, document)) return mismatch('preferences', [wanted], document)
  if (there.length === 0) return { ok: true, media: undefined, size: wanted ?? document }
  const isDefault = from === 'offered' && !format && media_default && holds(media_default, document)
  const chosen = isDefault ? media_default : smallestFor(there, document, format)
  return chosen ? { ok: true, media: chosen.name, size: chosen } : mismatch(from, there, wanted ?? document)
}
