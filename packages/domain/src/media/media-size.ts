import { MM_PER_INCH } from '../measures.ts'
import { sheetInInches, type MediaInInches } from './media-table.ts'

/** The size of media in millimetres, as printers report it. An endless roll is as long as its longest label. */
export interface MediaSize {
  width_mm: number
  height_mm: number
  endless?: true | undefined
}

/** The size that A4 is cut to (ISO 216). */
export const A4_SHEET: MediaSize = { width_mm: 210, height_mm: 297 }

/** The sheet of a locale: A4 for en-GB, 8.5 × 11 inches for every other. @see spec §9 */
export function sheetFor(locale: string): MediaSize {
  const sheet = sheetInInches(locale)
  return sheet.code === 'A4' ? A4_SHEET : inMillimetres(sheet)
}

export const inMillimetres = ({ width_in, height_in }: MediaInInches): MediaSize => ({
  width_mm: width_in * MM_PER_INCH,
  height_mm: height_in * MM_PER_INCH,
})

/** Rolls and sheets are named to the millimetre, and cut about as exactly. */
const MEDIA_TOLERANCE_MM = 1

/** Whether two sizes are equal to the millimetre. Of endless rolls only the width counts; a cut label never equals a roll. */
export function isSameSize(media: MediaSize, wanted: MediaSize): boolean {
  if (Boolean(media.endless) !== Boolean(wanted.endless)) return false
  const isAsLong = wanted.endless || Math.abs(media.height_mm - wanted.height_mm) <= MEDIA_TOLERANCE_MM
  return isAsLong && Math.abs(media.width_mm - wanted.width_mm) <= MEDIA_TOLERANCE_MM
}

/** Whether the media is at least as large as the document, to the millimetre, without rotating or scaling it. */
export const holds = (media: MediaSize, document: MediaSize): boolean =>
  media.width_mm + MEDIA_TOLERANCE_MM >= document.width_mm && media.height_mm + MEDIA_TOLERANCE_MM >= document.height_mm
