import { kilogramsOf } from '@postroom/domain/measures'
import { packagingOf } from '@postroom/domain/catalogue/packaging'
import { dataMatrix, DOT, drawSymbol, roundToDots } from '../pdf/barcode.ts'
import { lineByLine, paragraph, setText } from '../pdf/fit-text.ts'
import { textWidth } from '../pdf/fonts.ts'
import { formatDay, type SingleLabel } from './label-content.ts'
import { drawHeader, drawMarkBeside, drawWatermark } from './label-marks.ts'
import {
  drawBarcode,
  drawCaption,
  drawFrame,
  drawRule,
  QUIET_MODULES,
  setDeliveryAddress,
  type Box,
} from './label-parts.ts'
import { MARK_TYPES, specimenMark } from './mailmark.ts'
import type { Doc } from '../pdf/pdf.ts'
import { returnAddress } from './return-address.ts'
import { airmailWords, drawServiceMark, unbrokenService } from './service-mark.ts'

/** 98 × 140 mm in whole dots, which every 4 × 6 printer and roll can print. Positions count from its top left corner. */
export const ADDRESS_LABEL = { width: 1156 * DOT, height: 1652 * DOT }

const { width: WIDTH } = ADDRESS_LABEL
const MARK_MODULE_DOTS = 6
/** The quiet zone of the mark: four modules. */
const MARK_QUIET = 4 * MARK_MODULE_DOTS * DOT
const BARS_MODULE_DOTS = 4

/** Top and height of the label's bands, in points. */
const BAND = {
  header: { y: 0, height: 16 },
  service: { y: 18, height: 60 },
  facts: { y: 80, height: 25 },
  delivery: { y: 108, height: 139 },
  sender: { y: 251, height: 66 },
  bars: { y: 324, height: 66 },
} as const

/** Height of the service mark. The service name and the slogan are below it. */
const MARK_HEIGHT = 32
/** Relative to the service name above it. */
const SLOGAN_SCALE = 0.75

/** Sizes of the return address and references. Smaller text is illegible without a magnifier. */
const SMALL_PRINT = { largest: 8.5, smallest: 4.5 }

/** Draws the address label of a parcel or letter: addressee, sender, service, mark and item number. */
export function drawAddressLabel(doc: Doc, label: SingleLabel): void {
  drawHeader(doc, label, { x: 0, ...BAND.header, width: WIDTH })
  drawService(doc, label)
  drawFacts(doc, label)
  drawDelivery(doc, label)
  drawSender(doc, label)
  drawNumber(doc, label)
}

function drawService(doc: Doc, label: SingleLabel): void {
  const { y, height } = BAND.service
  const symbol = dataMatrix(specimenMark(label, 9), MARK_TYPES[9].version)
  const side = symbol.columns * MARK_MODULE_DOTS * DOT
  const x = WIDTH - side - MARK_QUIET
  const top = roundToDots(y + (height - side) / 2)
  drawSymbol(doc, symbol, { x, y: top, moduleDots: MARK_MODULE_DOTS })
  drawMarkBeside(doc, label, { x: x - 16, y: top, length: side })
  const mark = { x: 0, y, width: x - 22, height: MARK_HEIGHT }
  const used = drawServiceMark(doc, label, mark) ? MARK_HEIGHT : 0
  const box = { ...mark, y: y + used, height: height - used, middle: true, block: 'service' }
  const slogan = label.slogan === '' ? [] : [paragraph(label.slogan, 'regular', SLOGAN_SCALE)]
  const name = paragraph(unbrokenService(label.service_name), 'bold')
  setText(doc, [name, ...slogan], box, { largest: used > 0 ? 11 : 19.5, smallest: 6 })
}

function drawFacts(doc: Doc, label: SingleLabel): void {
  const { y, height } = BAND.facts
  const { name, printer } = packagingOf(label.packaging)
  const weight = printer === 'shipping' ? `${kilogramsOf(label.weight)} kg` : `${label.weight} g`
  const facts = [
    ['Format', name, 0],
    ['Weight', weight, 0.37],
    ['Posted', formatDay(label.shipping_date), 0.57],
    ['Price', 'GBP 0.00', 0.83],
  ] as const
  drawRule(doc, 0, y, WIDTH)
  for (const [caption, value, column] of facts) {
    const x = column * WIDTH
    drawCaption(doc, caption, x, y + 5)
    doc.font('bold', 9).text(value, x, y + 11.5)
  }
  drawRule(doc, 0, y + height, WIDTH)
}

function drawDelivery(doc: Doc, label: SingleLabel): void {
  const { y, height } = BAND.delivery
  drawWatermark(doc, label, { x: 0, y, width: WIDTH, height })
  drawCaption(doc, 'Deliver to', 0, y)
  const head = drawAirmail(doc, label, y) ? 15 : 10
  setDeliveryAddress(doc, label, { x: 10, y: y + head, width: WIDTH - 20, height: height - head })
}

/** Draws the airmail mark in a frame above the address. @returns whether the item goes by air */
function drawAirmail(doc: Doc, label: SingleLabel, y: number): boolean {
  const words = airmailWords(label)
  if (words === '') return false
  const width = textWidth(words, 'bold', 9) + 10
  drawFrame(doc, { x: roundToDots(WIDTH - width - 1), y, width, height: 13 })
  doc.font('bold', 9).text(words, WIDTH - width + 4, y + 0.5)
  return true
}

function drawSender(doc: Doc, label: SingleLabel): void {
  const { y, height } = BAND.sender
  const references = label.references.filter((reference) => reference !== '').map((reference) => paragraph(reference))
  const width = references.length > 0 ? WIDTH * 0.62 : WIDTH
  const inner = { y: y + 9, height: height - 9 }
  drawRule(doc, 0, y - 3, WIDTH)
  drawCaption(doc, 'If undelivered, return to', 0, y + 2)
  setReturnAddress(doc, returnAddress(label), { ...inner, x: 0, width })
  if (references.length > 0) {
    const x = WIDTH * 0.68
    drawCaption(doc, 'Your reference', x, y + 2)
    setText(doc, references, { ...inner, x, width: WIDTH - x, block: 'references' }, SMALL_PRINT)
  }
  drawRule(doc, 0, y + height, WIDTH)
}

/** Sets each line separately at 5 points or more; if they do not fit, joins them with commas. @throws TextDoesNotFit */
function setReturnAddress(doc: Doc, lines: readonly string[], box: Box): void {
  const place = { ...box, block: 'return address' }
  lineByLine(lines, (texts) => {
    const smallest = texts.length > 1 ? 5 : SMALL_PRINT.smallest
    setText(
      doc,
      texts.map((text) => paragraph(text)),
      place,
      { ...SMALL_PRINT, smallest },
    )
  })
}

function drawNumber(doc: Doc, label: SingleLabel): void {
  const { y, height } = BAND.bars
  const { left, right } = drawBarcode(doc, label, { x: 0, y, width: WIDTH, height }, BARS_MODULE_DOTS)
  const quiet = QUIET_MODULES * BARS_MODULE_DOTS * DOT
  const length = height - 18
  drawMarkBeside(doc, label, { x: left - quiet - 10, y, length })
  drawMarkBeside(doc, label, { x: right + quiet + 1, y, length })
}
