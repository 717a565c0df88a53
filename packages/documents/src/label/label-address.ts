import { kilogramsOf } from '@postroom/domain/measures'
import { unbroken } from '@postroom/domain/catalogue/address-lines'
import { packagingOf } from '@postroom/domain/catalogue/packaging'
import { dataMatrix, drawSymbol } from '../pdf/barcode.ts'
import { lineByLine, paragraph, setText } from '../pdf/fit-text.ts'
import { textWidth } from '../pdf/fonts.ts'
import type { Grid } from '../pdf/grid.ts'
import { formatDay, type SingleLabel } from './label-content.ts'
import { drawHeader, drawMarkBeside, drawWatermark } from './label-marks.ts'
import { drawCaption, drawFrame, drawMarkedBarcode, drawRule, setDeliveryAddress, type Box } from './label-parts.ts'
import { MARK_TYPES, specimenMark } from './mailmark.ts'
import type { Doc } from '../pdf/pdf.ts'
import { returnAddress } from './return-address.ts'
import { airmailWords, drawServiceMark, unbrokenService } from './service-mark.ts'

/**
 * Width and height of the label in dots, and top and height of its bands in points. At 300 it is 98 × 140 mm, which every
 * 4 × 6 printer and roll can print; at 203 it is 148 mm high, because its text is larger and it is only for 4 × 6 labels.
 */
const LAYOUT = {
  300: {
    width_dots: 1156,
    height_dots: 1652,
    header: { y: 0, height: 16 },
    service: { y: 18, height: 60 },
    facts: { y: 80, height: 25 },
    delivery: { y: 108, height: 139 },
    sender: { y: 251, height: 66 },
    bars: { y: 324, height: 66 },
  },
  203: {
    width_dots: 782,
    height_dots: 1182,
    header: { y: 0, height: 16 },
    service: { y: 18, height: 56 },
    facts: { y: 75, height: 25 },
    delivery: { y: 102, height: 142 },
    sender: { y: 248, height: 103 },
    bars: { y: 358, height: 61 },
  },
} as const

/** Width and height of the label in points. Positions count from its top left corner. */
export function addressLabelOn({ dpi, dot }: Grid): Pick<Box, 'width' | 'height'> {
  const { width_dots, height_dots } = LAYOUT[dpi]
  return { width: width_dots * dot, height: height_dots * dot }
}

/** A band of the label, as wide as the label. */
const bandOf = ({ grid }: Doc, name: 'header' | 'service' | 'facts' | 'delivery' | 'sender' | 'bars'): Box => ({
  x: 0,
  width: addressLabelOn(grid).width,
  ...LAYOUT[grid.dpi][name],
})

/** Of the mark's quiet zone. */
const QUIET_MODULES = 4

/** Height of the service mark. The service name and the slogan are below it. */
const MARK_HEIGHT = 32
/** Relative to the service name above it. */
const SLOGAN_SCALE = 0.75

/** Sizes of the return address and references. Smaller text is illegible without a magnifier. */
const SMALL_PRINT = { largest: 8.5, smallest: 4.5 }

/** Draws the address label of a parcel or letter: addressee, sender, service, mark and item number. */
export function drawAddressLabel(doc: Doc, label: SingleLabel): void {
  drawHeader(doc, label, bandOf(doc, 'header'))
  drawService(doc, label)
  drawFacts(doc, label)
  drawDelivery(doc, label)
  drawSender(doc, label)
  drawMarkedBarcode(doc, label, bandOf(doc, 'bars'))
}

function drawService(doc: Doc, label: SingleLabel): void {
  const { y, width, height } = bandOf(doc, 'service')
  const { dot, round, data_matrix_dots } = doc.grid
  const symbol = dataMatrix(specimenMark(label, 9), MARK_TYPES[9].version)
  const side = symbol.columns * data_matrix_dots * dot
  const x = width - side - QUIET_MODULES * data_matrix_dots * dot
  const top = round(y + (height - side) / 2)
  drawSymbol(doc, symbol, { x, y: top, moduleDots: data_matrix_dots })
  drawMarkBeside(doc, label, { x: x - 16, y: top, length: side })
  const mark = { x: 0, y, width: x - 22, height: MARK_HEIGHT }
  const used = drawServiceMark(doc, label, mark) ? MARK_HEIGHT : 0
  const box = { ...mark, y: y + used, height: height - used, middle: true, block: 'service' }
  const slogan = label.slogan === '' ? [] : [paragraph(label.slogan, 'regular', SLOGAN_SCALE)]
  const name = paragraph(unbrokenService(label.service_name), 'bold')
  setText(doc, [name, ...slogan], box, { largest: used > 0 ? 11 : 19.5, smallest: 6 })
}

function drawFacts(doc: Doc, label: SingleLabel): void {
  const { y, width, height } = bandOf(doc, 'facts')
  const { name, printer } = packagingOf(label.packaging)
  const weight = printer === 'shipping' ? `${kilogramsOf(label.weight)} kg` : `${label.weight} g`
  const facts = [
    ['Format', name, 0],
    ['Weight', weight, 0.37],
    ['Posted', formatDay(label.shipping_date), 0.57],
    ['Price', 'GBP 0.00', 0.83],
  ] as const
  drawRule(doc, 0, y, width)
  for (const [caption, value, column] of facts) {
    const x = column * width
    drawCaption(doc, caption, x, y + 5)
    doc.font('bold', 9).text(value, x, y + 11.5)
  }
  drawRule(doc, 0, y + height, width)
}

function drawDelivery(doc: Doc, label: SingleLabel): void {
  const band = bandOf(doc, 'delivery')
  const { y, width, height } = band
  drawWatermark(doc, label, band)
  drawCaption(doc, 'Deliver to', 0, y)
  const head = drawAirmail(doc, label, band) ? 15 : 10
  setDeliveryAddress(doc, label, { x: 10, y: y + head, width: width - 20, height: height - head })
}

/** Draws the airmail mark in a frame above the address. @returns whether the item goes by air */
function drawAirmail(doc: Doc, label: SingleLabel, band: Box): boolean {
  const words = airmailWords(label)
  if (words === '') return false
  const width = textWidth(words, 'bold', 9) + 10
  drawFrame(doc, { x: doc.grid.round(band.width - width - 1), y: band.y, width, height: 13 })
  doc.font('bold', 9).text(words, band.width - width + 4, band.y + 0.5)
  return true
}

function drawSender(doc: Doc, label: SingleLabel): void {
  const { y, width, height } = bandOf(doc, 'sender')
  const place = { x: 0, y: y + 9, width, height: height - 9 }
  const references = label.references.filter((reference) => reference !== '')
  const areBelow = references.length > 0 && doc.grid.dpi === 203
  const areBeside = references.length > 0 && !areBelow
  drawRule(doc, 0, y - 3, width)
  drawCaption(doc, 'If undelivered, return to', 0, y + 2)
  setReturnAddress(doc, returnAddress(label), {
    ...place,
    width: areBeside ? width * 0.62 : width,
    height: areBelow ? place.height - REFERENCES_HEIGHT : place.height,
  })
  if (areBeside) drawReferencesBeside(doc, references, place)
  if (areBelow) drawReferencesBelow(doc, references, place)
  drawRule(doc, 0, y + height, width)
}

function drawReferencesBeside(doc: Doc, references: readonly string[], place: Box): void {
  const x = place.width * 0.68
  drawCaption(doc, 'Your reference', x, place.y - 7)
  const paragraphs = references.map((reference) => paragraph(reference))
  setText(doc, paragraphs, { ...place, x, width: place.width - x, block: 'references' }, SMALL_PRINT)
}

const REFERENCES_HEIGHT = 20

/** The larger text of a thermal label leaves a return address no room beside another column. */
function drawReferencesBelow(doc: Doc, references: readonly string[], place: Box): void {
  const y = place.y + place.height - REFERENCES_HEIGHT
  const text = paragraph(`Your reference: ${references.map(unbroken).join(', ')}`)
  setText(doc, [text], { ...place, y, height: REFERENCES_HEIGHT, block: 'references' }, SMALL_PRINT)
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
