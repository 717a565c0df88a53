import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { holds, type MediaSize } from '@postroom/domain/media/media-size'
import { isOfFormat, smallestFor } from '@postroom/domain/media/paper-formats'
import { USUAL_FORMAT, usualMedia } from './printer-problem.ts'

/**
 * The media that a kind is printed on: the format set in the preferences, else the smallest loaded media that hold the
 * usual format, else whatever is loaded. A queue that does not know its loaded media uses its default media where they
 * are large enough. The name is the printer's, if it has one.
 */
export function mediaOfKind(
  kind: PrinterKind,
  { defaultOrSpecific, paperFormat }: NonNullable<PrinterConfigs[PrinterKind]>,
  { media_ready, media, media_default }: Pick<Printer, 'media_ready' | 'media' | 'media_default'>,
): MediaSize & { name?: string | undefined } {
  const there = media_ready.length > 0 ? media_ready : media
  if (defaultOrSpecific === 'specific')
    return there.find((loaded) => isOfFormat(loaded, paperFormat)) ?? usualMedia(paperFormat)
  const usual = usualMedia(USUAL_FORMAT[kind])
  if (media_ready.length === 0 && media_default && holds(media_default, usual)) return media_default
  return smallestFor(there, usual) ?? media_ready[0] ?? usual
}

/** The media whose offset can be set; none if the printer cannot move the print or is gone. */
export const offsetMedia = (
  kind: PrinterKind,
  config: NonNullable<PrinterConfigs[PrinterKind]>,
  printer: Printer | undefined,
) => printer?.can_offset && mediaOfKind(kind, config, printer)
