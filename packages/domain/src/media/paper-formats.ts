import { CONTINUOUS_PAPERS, sheetPaper, THERMAL_PAPERS, type ContinuousWidth, type Paper } from './paper.ts'

/** A paper in millimetres, as printers tell it; an endless roll is as long as its longest label. */
export interface PaperMeasures {
  width_mm: number
  height_mm: number
  endless?: true | undefined
}

/** What a person may insist on for a kind of printer: a label or a sheet, or an endless roll by its width in millimetres. @see spec §3, §9 */
export const PAPER_FORMATS = ['4x6', 'DK1247', 'doc_tab', 'roll_29', 'roll_38', 'roll_62', 'A4'] as const
export type PaperFormat = (typeof PAPER_FORMATS)[number]

const MM_PER_INCH = 25.4
const [DK1241, DK1247, DK1247_NARROW, DOC_TAB] = THERMAL_PAPERS
/** The longest label of the printers with a narrow head. */
const ROLL_LABEL_MAX_MM = 1000

/** The size that A4 is cut to (ISO 216). */
export const A4_SHEET: PaperMeasures = { width_mm: 210, height_mm: 297 }

/** The page that a locale's sheets are drawn on, in millimetres: A4 for en-GB, 8.5 × 11 inches for every other. @see spec §9 */
export function sheetFor(locale: string): PaperMeasures {
  const paper = sheetPaper(locale)
  return paper.code === 'A4' ? A4_SHEET : inMillimetres(paper)
}

/** The papers that count as a format, the usual one first. `A4` is the sheet of any locale. */
export const PAPERS_OF_FORMAT: Readonly<Record<PaperFormat, readonly [PaperMeasures, ...PaperMeasures[]]>> = {
  '4x6': [inMillimetres(DK1241)],
  DK1247: [inMillimetres(DK1247), inMillimetres(DK1247_NARROW)],
  doc_tab: [inMillimetres(DOC_TAB)],
  roll_29: [roll('1.1')],
  roll_38: [roll('1.4')],
  roll_62: [roll('2.4')],
  A4: [A4_SHEET, inMillimetres(sheetPaper('en-US'))],
}

function inMillimetres({ width_in, height_in }: Paper): PaperMeasures {
  return { width_mm: width_in * MM_PER_INCH, height_mm: height_in * MM_PER_INCH }
}

function roll(width: ContinuousWidth): PaperMeasures {
  return { width_mm: CONTINUOUS_PAPERS[width].roll_mm, height_mm: ROLL_LABEL_MAX_MM, endless: true }
}

/** Is this paper one of the format? */
export const isOfFormat = (paper: PaperMeasures, format: PaperFormat): boolean =>
  PAPERS_OF_FORMAT[format].some((known) => isSameSize(paper, known))

/** Rolls and sheets are named to the millimetre, and cut about as exactly. */
const PAPER_TOLERANCE_MM = 1

/** The same paper to the millimetre. Of endless rolls only the width counts, and no cut label is one. */
export function isSameSize(paper: PaperMeasures, wanted: PaperMeasures): boolean {
  if (Boolean(paper.endless) !== Boolean(wanted.endless)) return false
  const isAsLong = wanted.endless || Math.abs(paper.height_mm - wanted.height_mm) <= PAPER_TOLERANCE_MM
  return isAsLong && Math.abs(paper.width_mm - wanted.width_mm) <= PAPER_TOLERANCE_MM
}

/** The smallest of these papers that holds the document and is of the format, where one is insisted on. */
export const smallestFor = <Known extends PaperMeasures>(
  papers: readonly Known[],
  document: PaperMeasures,
  format?: PaperFormat,
): Known | undefined =>
  papers
    .filter((paper) => holds(paper, document) && (!format || isOfFormat(paper, format)))
    .toSorted((a, b) => a.width_mm * a.height_mm - b.width_mm * b.height_mm)[0]

/** Is the paper as large as the document, to the millimetre? Nothing is turned or scaled. */
export const holds = (paper: PaperMeasures, document: PaperMeasures): boolean =>
  paper.width_mm + PAPER_TOLERANCE_MM >= document.width_mm && paper.height_mm + PAPER_TOLERANCE_MM >= document.height_mm
