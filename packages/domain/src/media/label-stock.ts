import { A4_SHEET, type MediaSize } from './media-size.ts'
import type { PaperFormat } from './paper-formats.ts'
import type { RollWidth } from './media-table.ts'
import type { PrinterKind } from '../catalogue/packaging.ts'
import { refuse, type Refused } from '../refusal.ts'

/** Sizes of a label as spec §9 names them: one 4 × 6 label, a sheet of A4, one label for each sheet or feed. */
export const LABEL_SIZES = ['4x6', 'A4', '1X'] as const
export type LabelSize = (typeof LABEL_SIZES)[number]

/** A label position on a sheet, both counted from 0: `index` is the column, `row` the row (spec §3, avery_label_location). */
export interface LabelPosition {
  index: number
  row: number
}

/** A label stock. Lengths are in whole micrometres; makers state hundredths of a millimetre. */
export interface LabelStock {
  /** `label_name` on the wire. The default stock of a size has the name of the size. */
  name: string
  size: LabelSize
  /** A whole address label (98 × 140 mm), or the smaller franking label of a letter. */
  design: 'address' | 'franking'
  /** The printed page; on an endless roll, the shortest. */
  page: { width: number; height: number }
  label: { width: number; height: number }
  columns: number
  rows: number
  /** Top left corner of the first label, and the distances to its neighbours. */
  left: number
  top: number
  pitch_x: number
  pitch_y: number
  /** An endless roll: the label is cut to the length it needs. */
  roll?: RollWidth
  /**
   * Thermal label printers with 203 dots per inch hold it, so it is also drawn for them. Sheets are for office printers, and
   * the printers of Brother's DK rolls have 300.
   */
  thermal?: true
  /** Plain paper: cut marks are printed. */
  plain?: true
  /** A double label takes two positions for one item. */
  places_per_label: 1 | 2
  /** Not measured yet. Correct the row before selling labels on it. */
  assumed?: true
}

const A4 = inMicrometres(A4_SHEET)
const LABEL_4X6 = { width: 101_600, height: 152_400 }
const LABEL_4X4 = { width: 101_600, height: 101_600 }

/**
 * Sheets of A4. Source: the label tables of LibreOffice, which are symmetrical to 0.02 mm. Order of the columns: name,
 * label width and height, columns, rows, left, top, step across, step down.
 */
const SHEETS = [
  ['L7159', 64_000, 33_860, 3, 8, 6460, 13_060, 66_540, 33_860],
  ['L7160', 63_500, 38_100, 3, 7, 7200, 15_150, 66_040, 38_100],
  ['L7161', 63_500, 46_560, 3, 6, 7210, 8820, 66_040, 46_560],
  ['L7162', 99_060, 33_870, 2, 8, 4670, 13_020, 101_600, 33_870],
  ['L7163', 99_060, 38_100, 2, 7, 4670, 15_150, 101_600, 38_100],
  ['L7165', 99_060, 67_730, 2, 4, 4670, 13_040, 101_600, 67_730],
  ['L7166', 99_060, 93_130, 2, 3, 4670, 8810, 101_600, 93_130],
  ['L7173', 99_060, 57_000, 2, 5, 4670, 6000, 101_600, 57_000],
  ['L7167', 199_600, 289_050, 1, 1, 5200, 3980, 199_600, 289_050],
  ['L7168', 199_600, 143_530, 1, 2, 5200, 4970, 199_600, 143_530],
] as const

/** Every label stock. Rolls have the maker's printable widths; the narrow ones have the pages of spec §9. */
export const LABEL_STOCKS: readonly LabelStock[] = [
  { ...single('4x6', '4x6', LABEL_4X6, 0, 0), thermal: true },
  { ...single('4x4', '1X', LABEL_4X4, 0, 0), design: 'franking', label: LABEL_4X4, thermal: true },
  single('DK-11241', '4x6', LABEL_4X6, 0, 0),
  single('DK-11247', '4x6', { width: 103_632, height: 164_338 }, 1016, 5969),
  { ...single('A4', 'A4', A4, ...centredOn(A4)), plain: true },
  { ...single('1X', '1X', A4, 10_000, 10_000), plain: true },
  ...SHEETS.map(sheet),
  // No source gives the measures of this double label: those of L7163 stand in until a sheet has been measured.
  { ...sheet(['Hovat', 99_060, 38_100, 2, 7, 4670, 15_150, 101_600, 38_100]), places_per_label: 2, assumed: true },
  roll('DK-22210', '1.1', { width: 28_194, height: 96_520 }, 25_908),
  roll('DK-22225', '1.4', { width: 34_544, height: 96_520 }, 34_544),
  roll('DK-22205', '2.4', { width: 58_674, height: 127_000 }, 58_674),
  { ...single('DK-22243', '1X', { width: 98_552, height: 140_547 }, 0, 0), label: { width: 98_552, height: 140_547 } },
]

function inMicrometres({ width_mm, height_mm }: MediaSize): LabelStock['page'] {
  return { width: Math.round(width_mm * 1000), height: Math.round(height_mm * 1000) }
}

function centredOn({ width, height }: LabelStock['page']): [left: number, top: number] {
  return [(width - LABEL_4X6.width) / 2, (height - LABEL_4X6.height) / 2]
}

function single(name: string, size: LabelSize, page: LabelStock['page'], left: number, top: number): LabelStock {
  const steps = { pitch_x: LABEL_4X6.width, pitch_y: LABEL_4X6.height, places_per_label: 1 as const }
  return { name, size, design: 'address', page, label: LABEL_4X6, columns: 1, rows: 1, left, top, ...steps }
}

type SheetRow = readonly [string, number, number, number, number, number, number, number, number]

function sheet([name, width, height, columns, rows, left, top, pitch_x, pitch_y]: SheetRow): LabelStock {
  const design = height > LABEL_4X6.width ? 'address' : 'franking'
  const grid = { label: { width, height }, columns, rows, left, top, pitch_x, pitch_y }
  return { name, size: 'A4', design, page: A4, ...grid, places_per_label: 1 }
}

function roll(name: string, width: RollWidth, page: LabelStock['page'], printable: number): LabelStock {
  const label = { width: printable, height: page.height }
  const left = (page.width - printable) / 2
  return { ...single(name, '1X', page, left, 0), design: 'franking', label, roll: width }
}

/** The stock with this size and name; an empty name means the default. Undefined when there is none. */
export const stockFor = (size: LabelSize, label_name: string): LabelStock | undefined =>
  LABEL_STOCKS.find((stock) => stock.size === size && stock.name === (label_name || size))

/**
 * The stock as drawn on the sheet of a locale (`sheetFor`). Only plain paper differs: a sheet of labels is A4 everywhere, and a
 * label or a roll has its own size.
 */
export function onSheet(stock: LabelStock, sheetSize: MediaSize): LabelStock {
  if (!stock.plain) return stock
  const page = inMicrometres(sheetSize)
  if (stock.size === '1X') return { ...stock, page }
  const [left, top] = centredOn(page)
  return { ...stock, page, left, top }
}

/** The stock of this name, whatever its size; undefined for an empty name. */
export const stockNamed = (label_name: string): LabelStock | undefined =>
  LABEL_STOCKS.find((stock) => stock.name === label_name)

const USUAL_LABEL = { size: '4x6', label_name: '' } as const

/** The label drawn for each format setting. All media but endless rolls and small labels hold the default label. */
export const LABEL_FOR_FORMAT: Readonly<Record<PaperFormat, { size: LabelSize; label_name: string }>> = {
  '4x6': USUAL_LABEL,
  '4x4': { size: '1X', label_name: '4x4' },
  DK1247: USUAL_LABEL,
  doc_tab: USUAL_LABEL,
  roll_29: { size: '1X', label_name: 'DK-22210' },
  roll_38: { size: '1X', label_name: 'DK-22225' },
  roll_62: { size: '1X', label_name: 'DK-22205' },
  A4: USUAL_LABEL,
}

/** The position of the first label by default. @see spec §9 */
export const DEFAULT_LABEL_POSITION: LabelPosition = { index: 0, row: 2 }

const placesOf = (stock: LabelStock): number => stock.columns * stock.rows

const isOn = ({ columns, rows }: LabelStock, { index, row }: LabelPosition): boolean => index < columns && row < rows

/**
 * The positions to print, in reading order. By default the default position, or the first where the stock has no such row. A stock
 * with a single position ignores the choice.
 */
export function positionsOn(stock: LabelStock, chosen: readonly LabelPosition[]): LabelPosition[] {
  if (placesOf(stock) === 1) return [{ index: 0, row: 0 }]
  if (chosen.length > 0) return chosen.toSorted((a, b) => a.row - b.row || a.index - b.index)
  return [isOn(stock, DEFAULT_LABEL_POSITION) ? DEFAULT_LABEL_POSITION : { index: 0, row: 0 }]
}

/**
 * How many labels one copy pays for: the chosen positions. Two positions of a double label count as one, a started pair as a whole
 * one; a surcharge always counts as one. @see spec §5
 */
export function labelsUsed(wanted: {
  positions: readonly LabelPosition[]
  stock: LabelStock
  surcharge: boolean
}): number {
  const { positions, stock, surcharge } = wanted
  return surcharge ? 1 : Math.ceil(positionsOn(stock, positions).length / stock.places_per_label)
}

/** The labels a test print may use (`labelsUsed`). @see spec §5 */
export const TEST_PRINT_LABELS = 1

/** A request for labels. */
export interface WantedLabels {
  size: LabelSize
  label_name: string
  positions: readonly LabelPosition[]
  /** Printer kind of the packaging. The shipping printer needs an address label. */
  printer: PrinterKind
}

/**
 * Refuses labels whose stock is unknown in this size or too small for a parcel's label, or whose positions are off the stock or
 * chosen twice. @see spec §3, §9
 */
export function refuseLabels(
  wanted: WantedLabels,
): Refused<'label_stock_unknown' | 'label_position_invalid'> | undefined {
  const { size, label_name, positions, printer } = wanted
  const stock = stockFor(size, label_name)
  if (!stock || (printer === 'shipping' && stock.design === 'franking'))
    return refuse('label_stock_unknown', { size, label_name })
  if (placesOf(stock) === 1) return undefined
  const places = new Set(positions.map(({ index, row }) => `${index}/${row}`))
  if (places.size < positions.length || !positions.every((position) => isOn(stock, position)))
    return refuse('label_position_invalid', { columns: stock.columns, rows: stock.rows })
  return undefined
}

/** Top left corner of a label in micrometres from the top left of the page. */
export const cornerOf = (stock: LabelStock, { index, row }: LabelPosition): { x: number; y: number } => ({
  x: stock.left + index * stock.pitch_x,
  y: stock.top + row * stock.pitch_y,
})
