import type { PaperSize, Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/packaging'
import { MINIMUM_RESOLUTION_DPI } from '@postroom/domain/paper'
import { holds, isOfFormat, PAPERS_OF_FORMAT } from '@postroom/domain/paper-formats'
import { faultOf } from '../device-refusal.ts'
import { mismatch, type PaperDecision } from '../printers/paper.ts'

type Media = Printer['media'][number]
type PrinterConfig = NonNullable<PrinterConfigs[PrinterKind]>

/**
 * The paper for a document, or why it must not be printed: a label that is cut off is postage thrown away. What is in the
 * printer decides when the printer knows it, otherwise what it can take; nothing is ever scaled.
 */
export function chooseMedia(document: PaperSize, printer: Printer, config: PrinterConfig): PaperDecision {
  const { resolutions_dpi, media_ready, media } = printer
  if (resolutions_dpi.length > 0 && Math.max(...resolutions_dpi) < MINIMUM_RESOLUTION_DPI)
    return { ok: false, fault: faultOf('resolution_too_low') }
  const there = media_ready.length > 0 ? media_ready : media
  if (there.length === 0) return { ok: true, media: undefined }
  const format = config.defaultOrSpecific === 'specific' ? config.paperFormat : undefined
  const [wanted] = format ? PAPERS_OF_FORMAT[format] : []
  if (wanted && !holds(wanted, document)) return mismatch('preferences', [wanted], document)
  const fitting = there
    .filter((paper) => holds(paper, document) && (!format || isOfFormat(paper, format)))
    .toSorted((a, b) => areaOf(a) - areaOf(b))
  const [smallest] = fitting
  if (smallest) return { ok: true, media: smallest.name }
  return mismatch('loaded', there, wanted ?? document)
}

const areaOf = ({ width_mm, height_mm }: Media): number => width_mm * height_mm
