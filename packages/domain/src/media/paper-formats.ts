import { A4_SHEET, holds, inMillimetres, isSameSize, type MediaSize } from './media-size.ts'
import { CONTINUOUS_ROLLS, DIE_CUT_LABELS, sheetInInches, type RollWidth } from './media-table.ts'

/** The values of `paperFormat`: a label, a sheet, or a roll by its width in millimetres. @see spec §3, §9 */
export const PAPER_FORMATS = ['4x6', '4x4', 'DK1247', 'doc_tab', 'roll_29', 'roll_38', 'roll_62', 'A4'] as const
export type PaperFormat = (typeof PAPER_FORMATS)[number]

const [DK1241, DK1247, DK1247_NARROW, DOC_TAB] = DIE_CUT_LABELS
/** The longest label of the printers with a narrow head. */
const ROLL_LABEL_MAX_MM = 1000

/** The media that count as a format, the usual one first. `A4` is the sheet of any locale. */
export const MEDIA_OF_FORMAT: Readonly<Record<PaperFormat, readonly [MediaSize, ...MediaSize[]]>> = {
  '4x6': [inMillimetres(DK1241)],
  '4x4': [inMillimetres({ code: '4x4', width_in: 4, height_in: 4 })],
  DK1247: [inMillimetres(DK1247), inMillimetres(DK1247_NARROW)],
  doc_tab: [inMillimetres(DOC_TAB)],
  roll_29: [roll('1.1')],
  roll_38: [roll('1.4')],
  roll_62: [roll('2.4')],
  A4: [A4_SHEET, inMillimetres(sheetInInches('en-US'))],
}

function roll(width: RollWidth): MediaSize {
  return { width_mm: CONTINUOUS_ROLLS[width].roll_mm, height_mm: ROLL_LABEL_MAX_MM, endless: true }
}

/** Whether media of this size counts as the format. */
export const isOfFormat = (media: MediaSize, format: PaperFormat): boolean =>
  MEDIA_OF_FORMAT[format].some((known) => isSameSize(media, known))

/** The smallest of these media that holds the document; with a format, the smallest of that format. */
export const smallestFor = <Known extends MediaSize>(
  media: readonly Known[],
  document: MediaSize,
  format?: PaperFormat,
): Known | undefined =>
  media
    .filter((size) => holds(size, document) && (!format || isOfFormat(size, format)))
    .toSorted((a, b) => a.width_mm * a.height_mm - b.width_mm * b.height_mm)[0]
