import { hasAddressee } from '@postroom/contract/address'
import { unbroken } from '@postroom/domain/catalogue/address-lines'
import { serviceOf } from '@postroom/domain/catalogue/services'
import { dataMatrix, DOT, drawSymbol, roundToDots } from '../pdf/barcode.ts'
import { paragraph, setText, TextDoesNotFit, type Paragraph } from '../pdf/fit-text.ts'
import { textWidth } from '../pdf/fonts.ts'
import { code128Caption, formatDay, type SingleLabel } from './label-content.ts'
import { drawHeader, drawMarkBeside, drawWatermark } from './label-marks.ts'
import { barcodeWidth, drawBarcode, drawRule, setDeliveryAddress, type Box } from './label-parts.ts'
import { MARK_TYPES, specimenMark, type MarkType } from './mailmark.ts'
import { MM, type Doc } from '../pdf/pdf.ts'
import { RETURN_ADDRESS, enteredReturnAddress } from './return-address.ts'
import { airmailWords, serviceAdditions, speedMark, unbrokenService } from './service-mark.ts'

const MODULE_DOTS = 6
const BARS_MODULE_DOTS = 3
/** The quiet zone of the mark: four modules. */
const QUIET = 4 * MODULE_DOTS * DOT
const HEADER = 40 * DOT
const BESIDE = 9
/** Distance from the return address to the mark. Source: the rules of postage meter makers for return addresses. */
const GAP = roundToDots(5 * MM)

/** On labels narrower than this the franking mark is a strip below its text; otherwise it is a square beside the text. */
const NARROW_BELOW = 80 * MM
const SQUARE_TEXT = roundToDots(23 * MM)
/** Labels of at least this height show the delivery address, or leave its place empty when there is none. */
const ADDRESS_FROM = 52 * MM
const UPPER_PART = roundToDots(25 * MM)

/**
 * Draws the franking label of a letter: the franking mark at the right; slogan and return address at the left, with the
 * item number's barcode if the service scans items. On a roll both ends have a specimen mark. @throws TextDoesNotFit
 */
export function drawFrankingLabel(
  doc: Doc,
  label: SingleLabel,
  { width, height, roll }: { width: number; height: number; roll: boolean },
): void {
  const hasRoom = height >= ADDRESS_FROM
  const upper = hasRoom ? UPPER_PART : height
  const type: MarkType = width < NARROW_BELOW ? 29 : 9
  const markWidth = widthOfMark(type)
  drawMark(doc, label, { x: roundToDots(width - markWidth), y: 0, width: markWidth, height: upper }, type)
  const end = roll ? BESIDE : 0
  if (roll) drawMarkBeside(doc, label, { x: 0, y: 0, length: upper })
  drawLeftPart(doc, label, { x: end, y: 0, width: width - markWidth - GAP - end, height: upper })
  if (!hasRoom || !hasAddressee(label.to)) return
  drawRule(doc, 0, upper + 3, width)
  const box = { x: 0, y: upper + 8, width, height: height - upper - 8 }
  drawWatermark(doc, label, { ...box, width: Math.min(width, 70 * MM) })
  setDeliveryAddress(doc, label, box)
}

/** The length of a label on an endless roll: lines of the return address up to 90 mm long are not wrapped. */
export function frankingLength(label: SingleLabel): number {
  const widest = Math.max(0, ...leftText(label).map(({ text, face }) => textWidth(text, face, 10) + 4))
  const left = Math.max(numberWidth(label), Math.min(widest, 90 * MM))
  return BESIDE + left + GAP + widthOfMark(9) + 2
}

/** Width of the item number's barcode with its specimen mark; 0 for services that do not scan items. */
const numberWidth = (label: SingleLabel): number =>
  isScanned(label) ? BESIDE + barcodeWidth(label, BARS_MODULE_DOTS) : 0

const isScanned = ({ service }: SingleLabel): boolean => serviceOf(service).tracking !== 'none'

function symbolOf(type: MarkType): { width: number; height: number } {
  const [rows = 0, columns = 0] = MARK_TYPES[type].version.split('x').map(Number)
  return { width: columns * MODULE_DOTS * DOT, height: rows * MODULE_DOTS * DOT }
}

function widthOfMark(type: MarkType): number {
  const { width } = symbolOf(type)
  return type === 9 ? SQUARE_TEXT + BESIDE + width + 2 * QUIET : BESIDE + width + 2 * QUIET
}

function drawMark(doc: Doc, label: SingleLabel, { x, y, width, height }: Box, type: MarkType): void {
  const mark = symbolOf(type)
  drawHeader(doc, label, { x, y, width, height: HEADER })
  const top = y + HEADER + QUIET
  const at = { x: x + width - QUIET - mark.width, y: type === 9 ? top : roundToDots(y + height - mark.height - QUIET) }
  drawSymbol(doc, dataMatrix(specimenMark(label, type), MARK_TYPES[type].version), { ...at, moduleDots: MODULE_DOTS })
  drawMarkBeside(doc, label, { x: at.x - QUIET - BESIDE + 1, y: at.y, length: mark.height })
  const text =
    type === 9
      ? { x, y: y + HEADER + 4, width: SQUARE_TEXT - 2, height: height - HEADER - 6 }
      : { x, y: y + HEADER + 2, width, height: at.y - QUIET / 2 - (y + HEADER + 2) }
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
  const needed = numberWidth(label)
  if (needed > box.width + GAP) throw new TextDoesNotFit('item number')
  const bars = needed > 0 ? roundToDots(Math.min(box.height * 0.4, 12 * MM + 15)) : 0
  const text = { ...box, height: box.height - bars - (bars > 0 ? 3 : 0) }
  drawReturnAddress(doc, label, text)
  if (bars === 0) return
  const place = { x: box.x, y: roundToDots(box.height - bars), width: needed - BESIDE, height: bars }
  drawMarkBeside(doc, label, { x: box.x + needed - BESIDE, y: place.y, length: bars })
  drawBarcode(doc, label, place, BARS_MODULE_DOTS)
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
