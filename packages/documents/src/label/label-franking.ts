import { hasAddressee } from '@postroom/contract/address'
import { unbroken } from '@postroom/domain/catalogue/address-lines'
import { serviceOf } from '@postroom/domain/catalogue/services'
import { dataMatrix, drawSymbol } from '../pdf/barcode.ts'
import { paragraph, setText, TextDoesNotFit, type Paragraph } from '../pdf/fit-text.ts'
import { textWidth } from '../pdf/fonts.ts'
import { OFFICE_GRID, type Grid } from '../pdf/grid.ts'
import { code128Caption, formatDay, type SingleLabel } from './label-content.ts'
import { drawHeader, drawMarkBeside, drawWatermark } from './label-marks.ts'
import {
  drawBarcode,
  drawMarkedBarcode,
  drawRule,
  narrowBarcodeWidth,
  setDeliveryAddress,
  type Box,
} from './label-parts.ts'
import { MARK_TYPES, specimenMark, type MarkType } from './mailmark.ts'
import { MM, type Doc } from '../pdf/pdf.ts'
import { RETURN_ADDRESS, enteredReturnAddress } from './return-address.ts'
import { airmailWords, serviceAdditions, speedMark, unbrokenService } from './service-mark.ts'

const BESIDE = 9
/** Distance from the return address to the mark. Source: the rules of postage meter makers for return addresses. */
const GAP = 5 * MM
const HEADER = 9.6
/** Of the mark's quiet zone. */
const QUIET_MODULES = 4

/** On labels narrower than this the franking mark is a strip below its text; otherwise it is a square beside the text. */
const NARROW_BELOW = 80 * MM
/** Labels of at least this height show the delivery address, or leave its place empty when there is none. */
const ADDRESS_FROM = 52 * MM
/** Labels of at least this height, as large as 4 × 4 inches, have their barcode below the address, and as wide as on an address label. */
const LARGE_FROM = 95 * MM

/** Height of the part above the delivery address, width of the text beside a square mark, and height of a barcode below. */
const PARTS = {
  usual: { upper: 25 * MM, squareText: 23 * MM, bars: 0 },
  large: { upper: 40 * MM, squareText: 28 * MM, bars: 18 * MM },
} as const

/**
 * Draws the franking label of a letter: the franking mark at the right; slogan and return address at the left, with the
 * item number's barcode if the service scans items. On a roll both ends have a specimen mark. @throws TextDoesNotFit
 */
export function drawFrankingLabel(
  doc: Doc,
  label: SingleLabel,
  { width, height, roll }: { width: number; height: number; roll: boolean },
): void {
  const { round } = doc.grid
  const hasRoom = height >= ADDRESS_FROM
  const parts = PARTS[height >= LARGE_FROM ? 'large' : 'usual']
  const upper = hasRoom ? round(parts.upper) : height
  const type: MarkType = width < NARROW_BELOW ? 29 : 9
  const markWidth = widthOfMark(type, round(parts.squareText), doc.grid)
  drawMark(doc, label, { x: round(width - markWidth), y: 0, width: markWidth, height: upper }, type)
  const end = roll ? BESIDE : 0
  if (roll) drawMarkBeside(doc, label, { x: 0, y: 0, length: upper })
  const left = { x: end, y: 0, width: width - markWidth - round(GAP) - end, height: upper }
  if (parts.bars > 0) drawReturnAddress(doc, label, left)
  else drawLeftPart(doc, label, left)
  const lower = { x: 0, y: upper + 8, width, height: height - upper - 8 }
  const bars = isScanned(label) ? round(parts.bars) : 0
  if (bars > 0) drawMarkedBarcode(doc, label, { ...lower, y: round(height - bars), height: bars })
  if (hasRoom && hasAddressee(label.to))
    drawAddressee(doc, label, { ...lower, height: lower.height - (bars > 0 ? bars + 8 : 0) })
}

function drawAddressee(doc: Doc, label: SingleLabel, box: Box): void {
  drawRule(doc, 0, box.y - 5, box.width)
  drawWatermark(doc, label, { ...box, width: Math.min(box.width, 70 * MM) })
  setDeliveryAddress(doc, label, box)
}

/** The length of a label on an endless roll, which is drawn for office printers only: lines of the return address up to 90 mm long are not wrapped. */
export function frankingLength(label: SingleLabel): number {
  const widest = Math.max(0, ...leftText(label).map(({ text, face }) => textWidth(text, face, 10) + 4))
  const left = Math.max(numberWidth(label, OFFICE_GRID), Math.min(widest, 90 * MM))
  return (
    BESIDE + left + OFFICE_GRID.round(GAP) + widthOfMark(9, OFFICE_GRID.round(PARTS.usual.squareText), OFFICE_GRID) + 2
  )
}

/** Width of the item number's barcode with its specimen mark; 0 for services that do not scan items. */
const numberWidth = (label: SingleLabel, grid: Grid): number =>
  isScanned(label) ? BESIDE + narrowBarcodeWidth(label, grid) : 0

const isScanned = ({ service }: SingleLabel): boolean => serviceOf(service).tracking !== 'none'

/** Width and height of the symbol, and its quiet zone, in points. */
function symbolOf(type: MarkType, { data_matrix_dots, dot }: Grid): { width: number; height: number; quiet: number } {
  const [rows = 0, columns = 0] = MARK_TYPES[type].version.split('x').map(Number)
  const inPoints = (modules: number): number => modules * data_matrix_dots * dot
  return { width: inPoints(columns), height: inPoints(rows), quiet: inPoints(QUIET_MODULES) }
}

/** @param squareText width of the text beside a square mark; that of a strip is above it */
function widthOfMark(type: MarkType, squareText: number, grid: Grid): number {
  const { width, quiet } = symbolOf(type, grid)
  return (type === 9 ? squareText : 0) + BESIDE + width + 2 * quiet
}

function drawMark(doc: Doc, label: SingleLabel, { x, y, width, height }: Box, type: MarkType): void {
  const { round, data_matrix_dots } = doc.grid
  const { quiet, ...mark } = symbolOf(type, doc.grid)
  const header = round(HEADER)
  drawHeader(doc, label, { x, y, width, height: header })
  const top = y + header + quiet
  const at = { x: x + width - quiet - mark.width, y: type === 9 ? top : round(y + height - mark.height - quiet) }
  const symbol = dataMatrix(specimenMark(label, type), MARK_TYPES[type].version)
  drawSymbol(doc, symbol, { ...at, moduleDots: data_matrix_dots })
  drawMarkBeside(doc, label, { x: at.x - quiet - BESIDE + 1, y: at.y, length: mark.height })
  const text =
    type === 9
      ? { x, y: y + header + 4, width: at.x - quiet - BESIDE - x - 2, height: height - header - 6 }
      : { x, y: y + header + 2, width, height: at.y - quiet / 2 - (y + header + 2) }
  setText(doc, markLines(label, type), { ...text, block: 'service indicator' }, { largest: 9, smallest: 4.5 })
}

/** Class and format, day (not on a prepaid reply), value and licence; the item number if there is no barcode. */
function markLines(label: SingleLabel, type: MarkType): Paragraph[] {
  const { service, service_name, vsi_line1, vsi_line2, shipping_date } = label
  const indicator = [vsi_line1 || service_name.toUpperCase(), vsi_line2].filter((line) => line !== '')
  // a narrow label has room only for the indicator
  const [speed, ...further] = type === 29 ? [''] : [speedMark(label), ...serviceAdditions(label)]
  const additions = [...further, airmailWords(label)].filter((words) => !indicator.join(' ').includes(words))
  const dated = service === '1PP' || service === '2PP' ? [] : [formatDay(shipping_date)]
  return [
    ...(speed === '' ? [] : [paragraph(unbroken(speed), 'bold', 1.7)]),
    ...indicator.map((line) => paragraph(unbrokenService(line), 'bold')),
    ...additions.map((words) => paragraph(words, 'bold', 0.9)),
    ...dated.map((line) => paragraph(line)),
    paragraph('GBP 0.00', 'bold', 1.2),
    paragraph('TEST 000000', 'regular', 0.8),
    ...(isScanned(label) ? [] : [paragraph(code128Caption(label), 'regular', 0.8)]),
  ]
}

/** Draws the return address and barcode. The barcode has its own quiet zone, so it may extend into the gap before the mark. */
function drawLeftPart(doc: Doc, label: SingleLabel, box: Box): void {
  const { round } = doc.grid
  const needed = numberWidth(label, doc.grid)
  if (needed > box.width + round(GAP)) throw new TextDoesNotFit('item number')
  const bars = needed > 0 ? round(Math.min(box.height * 0.4, 12 * MM + 15)) : 0
  const text = { ...box, height: box.height - bars - (bars > 0 ? 3 : 0) }
  drawReturnAddress(doc, label, text)
  if (bars === 0) return
  const place = { x: box.x, y: round(box.height - bars), width: needed - BESIDE, height: bars }
  drawMarkBeside(doc, label, { x: box.x + needed - BESIDE, y: place.y, length: bars })
  drawBarcode(doc, label, place, 'narrow')
}

function drawReturnAddress(doc: Doc, label: SingleLabel, box: Box): void {
  const lines = leftText(label)
  if (lines.length === 0) return
  drawWatermark(doc, label, box)
  setText(doc, lines, { ...box, block: 'return address' }, { largest: label.slogan === '' ? 10 : 9, smallest: 6 })
}

/** The slogan, then the return address with its heading, separated by a rule. */
function leftText(label: SingleLabel): Paragraph[] {
  const address = enteredReturnAddress(label)
  const heading = {
    ...paragraph(RETURN_ADDRESS, 'bold', 0.8),
    ...(label.slogan !== '' && { ruleAbove: true as const }),
  }
  const headed = address.length === 0 ? [] : [heading]
  return [
    ...(label.slogan === '' ? [] : [paragraph(label.slogan, 'bold', 1.1)]),
    ...headed,
    ...address.map((line) => paragraph(line)),
  ]
}
