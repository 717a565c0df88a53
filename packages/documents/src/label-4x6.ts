import { kilogramsOf } from '@postroom/domain/measures'
import { packagingOf } from '@postroom/domain/packaging'
import { code128, dataMatrix, DOT, drawSymbol } from './barcode.ts'
import { setText, type Paragraph } from './fit-text.ts'
import { printable, unprintableIn } from './glyphs.ts'
import { addressLines, code128Caption, code128Text, dataMatrixText, type LabelContent } from './label-content.ts'
import { drawHeader, drawMarkBeside, drawWatermark } from './label-marks.ts'
import { BAND, drawCaption, drawRule, PAGE, SAFE } from './label-page.ts'
import { finish, newPdf, type Doc } from './pdf.ts'

/** The label as a list of documents tells it. */
export const LABEL_4X6 = { size: '4x6', width_mm: 101.6, height_mm: 152.4, pages: 1 } as const

const MATRIX_MODULE_DOTS = 6
const BARS_MODULE_DOTS = 4
const BARS_QUIET_MODULES = 10

/**
 * The label of a stored shipment, a PDF of one page; the same content always gives the same bytes. Everything on it says
 * that it is no postage: a carrier's own label would come from the carrier.
 * @throws RangeError when a character has no glyph (ask `unprintableIn` before money moves), or when a text cannot be
 * fitted, which no address within the contract's lengths can cause
 */
export function renderLabel(label: LabelContent): Promise<Uint8Array> {
  const doc = newPdf(`Label ${code128Text(label)}`, label.created_at, LABEL_4X6)
  drawHeader(doc, label)
  drawService(doc, label)
  drawFacts(doc, label)
  drawWatermark(doc, label)
  drawDelivery(doc, label)
  drawSender(doc, label)
  drawBars(doc, label)
  return finish(doc)
}

function drawService(doc: Doc, label: LabelContent): void {
  const { y, height } = BAND.service
  const symbol = dataMatrix(dataMatrixText(label))
  const side = symbol.columns * MATRIX_MODULE_DOTS * DOT
  const x = SAFE.right - side
  drawSymbol(doc, symbol, { x, y, moduleDots: MATRIX_MODULE_DOTS })
  drawMarkBeside(doc, label, { x: x - 14, y, length: side })
  const box = { x: SAFE.left, y: y - 3, width: x - 24 - SAFE.left, height: height + 6, middle: true }
  setText(doc, [paragraph(label.service_name, 'bold')], box, { largest: 21, smallest: 10 })
}

function drawFacts(doc: Doc, label: LabelContent): void {
  const { y, height } = BAND.facts
  const { name, printer } = packagingOf(label.packaging)
  const weight = printer === 'shipping' ? `${kilogramsOf(label.weight)} kg` : `${label.weight} g`
  const facts = [
    ['Format', name, 0],
    ['Weight', weight, 0.32],
    ['Posted', writtenDay(label.shipping_date), 0.54],
    ['Price', 'GBP 0.00', 0.82],
  ] as const
  drawRule(doc, y)
  for (const [caption, value, column] of facts) {
    const x = SAFE.left + column * SAFE.width
    drawCaption(doc, caption, x, y + 5)
    doc.font('bold', 9).text(value, x, y + 11.5, { lineBreak: false })
  }
  drawRule(doc, y + height)
}

function drawDelivery(doc: Doc, label: LabelContent): void {
  const { y, height } = BAND.delivery
  const { lines, postcode } = addressLines(label.to)
  const [addressee = '', ...rest] = lines
  const address = [
    paragraph(addressee, 'bold', 1.08),
    ...rest.map((line) => paragraph(line)),
    paragraph(postcode, 'bold', 1.35),
  ]
  const box = { x: SAFE.left + 10, y: y + 11, width: SAFE.width - 20, height: height - 14 }
  drawCaption(doc, 'Deliver to', SAFE.left, y + 1)
  setText(doc, address, box, { largest: 15, smallest: 5 })
}

function drawSender(doc: Doc, label: LabelContent): void {
  const { y, height } = BAND.sender
  const width = SAFE.width * 0.63
  const referencesLeft = SAFE.left + SAFE.width * 0.68
  const inner = { y: y + 9, height: height - 9 }
  const { lines, postcode } = addressLines(label.from)
  drawRule(doc, y - 3)
  drawCaption(doc, 'If undelivered, return to', SAFE.left, y + 2)
  const sender = paragraph([...lines, postcode].join(', '))
  setText(doc, [sender], { ...inner, x: SAFE.left, width }, { largest: 8.5, smallest: 2 })
  const references = label.references.filter((reference) => reference !== '').map((reference) => paragraph(reference))
  if (references.length > 0) {
    drawCaption(doc, 'Your reference', referencesLeft, y + 2)
    const box = { ...inner, x: referencesLeft, width: SAFE.right - referencesLeft }
    setText(doc, references, box, { largest: 8.5, smallest: 2 })
  }
  drawRule(doc, y + height)
}

function drawBars(doc: Doc, label: LabelContent): void {
  const { y, height } = BAND.bars
  const symbol = code128(code128Text(label))
  const width = symbol.columns * BARS_MODULE_DOTS * DOT
  const quiet = BARS_QUIET_MODULES * BARS_MODULE_DOTS * DOT
  const x = (PAGE.width - width) / 2
  drawSymbol(doc, symbol, { x, y, moduleDots: BARS_MODULE_DOTS, heightDots: height / DOT })
  drawMarkBeside(doc, label, { x: x - quiet - 10, y, length: height })
  drawMarkBeside(doc, label, { x: x + width + quiet + 1, y, length: height })
  const setting = { width: SAFE.width, align: 'center', characterSpacing: 0.6 } as const
  doc.font('bold', 11).text(code128Caption(label), SAFE.left, y + height + 4, setting)
}

function paragraph(text: string, face: Paragraph['face'] = 'regular', scale = 1): Paragraph {
  const missing = unprintableIn([text])
  if (missing.length > 0) throw new RangeError(`The label has no glyph for ${missing.join(' ')}`)
  return { text: printable(text), face, scale }
}

const writtenDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
