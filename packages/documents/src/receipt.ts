import type { PostalAddress } from '@postroom/contract/address'
import { addressLines } from '@postroom/domain/address-lines'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { ExplanationLine } from '@postroom/domain/explanation'
import { timesPence, type Pence } from '@postroom/domain/money'
import type { PaperMeasures } from '@postroom/domain/paper-formats'
import { writtenTracking } from '@postroom/domain/s10'
import { paragraph, setText } from './fit-text.ts'
import type { FontFace } from './fonts.ts'
import { writtenDay } from './label-content.ts'
import { drawHeader } from './label-marks.ts'
import { drawRule } from './label-parts.ts'
import { finish, MM, newPdf, type Doc, type RenderedDocument } from './pdf.ts'
import { vatShareOf } from './receipt-vat.ts'

/** What a receipt shows: a stored purchase, nothing looked up. */
export interface ReceiptContent {
  /** Who sells the postage. */
  seller: string
  account_name: string
  /** The shipment's own number. */
  number: string
  /** The day it was paid, in London. */
  date: CalendarDate
  service_name: string
  /** One for each label. */
  item_numbers: readonly string[]
  destination: PostalAddress
  /** How the price of one item came about: the lines stored with the purchase. */
  lines: readonly ExplanationLine[]
  /** What one item cost, which is what the lines add up to. */
  item_price: Pence
  /** The sheet of the locale (`sheetFor`). */
  sheet: PaperMeasures
  tariff: { id: string; effective_from: CalendarDate }
  /** Stands in the file as its date, so that the same purchase always gives the same bytes. */
  created_at: Date
}

const LEFT = 20 * MM
const WIDTH = 170 * MM
const TEXT = { largest: 10, smallest: 5 }
const ROW = 8 * MM
/** What all lines of the price may take. */
const LINES_HEIGHT = 104 * MM

/**
 * The receipt of a purchase paid from the prepaid balance, one sheet; the same content always gives the same bytes.
 * In English only, as a document of record.
 * @throws TextDoesNotFit when a text is too long for its place
 */
export async function renderReceipt(content: ReceiptContent): Promise<RenderedDocument> {
  const doc = newPdf(`Receipt ${content.number}`, content.created_at, content.sheet)
  drawTitle(doc, content)
  drawFacts(doc, content)
  const y = drawPrice(doc, content)
  drawVat(doc, content, y + ROW)
  drawFoot(doc, content)
  return { pdf: await finish(doc), ...content.sheet, pages: 1 }
}

function drawTitle(doc: Doc, { seller }: ReceiptContent): void {
  drawHeader(doc, { test: false }, { x: LEFT, y: 15 * MM, width: WIDTH, height: 6 * MM })
  doc.font('bold', 24).text('Receipt', LEFT, 27 * MM, { lineBreak: false })
  doc.font('regular', 10).text(paragraph(seller).text, LEFT, 31 * MM, { width: WIDTH, align: 'right' })
}

function drawFacts(doc: Doc, content: ReceiptContent): void {
  const { town, country } = addressLines(content.destination)
  const facts = [
    ['Account', content.account_name],
    ['Receipt number', content.number],
    ['Service', content.service_name],
    ['Date', writtenDay(content.date)],
    ['Destination', [...town, country].join(', ')],
    ['Item number', writtenNumbers(content.item_numbers)],
  ] as const
  for (const [at, [caption, value]] of facts.entries()) {
    const x = LEFT + (at % 2) * (WIDTH / 2)
    const y = (45 + Math.floor(at / 2) * 14) * MM
    const box = { x, y: y + 3.6 * MM, width: WIDTH / 2 - 6 * MM, height: 9 * MM, block: `receipt: ${caption}` }
    doc.font('regular', 7.5).text(caption, x, y, { lineBreak: false })
    setText(doc, [paragraph(value)], box, TEXT)
  }
}

const NUMBERS_SHOWN = 12

/** The item numbers, of many only the first: each stands on its label. */
function writtenNumbers(numbers: readonly string[]): string {
  const shown = numbers.slice(0, NUMBERS_SHOWN)
  const written = shown.map((number) => `TEST ${writtenTracking(number)}`).join(', ')
  return shown.length < numbers.length ? `${written} and ${numbers.length - shown.length} more` : written
}

/** The lines of the price and the total; a line of 0 is a remark and shows no amount. @returns where they end */
function drawPrice(doc: Doc, { lines, item_price, item_numbers }: ReceiptContent): number {
  const height = Math.min(ROW, LINES_HEIGHT / lines.length)
  let y = 92 * MM
  drawRule(doc, LEFT, y, WIDTH)
  for (const { description, amount } of lines) {
    drawRow(doc, y, height, [description, amount === 0 ? '' : inPounds(amount)])
    y += height
  }
  drawRule(doc, LEFT, y, WIDTH)
  const items = item_numbers.length
  if (items > 1) {
    drawRow(doc, y, ROW, [`One item; ${items} were bought at this price`, inPounds(item_price)])
    y += ROW
    drawRule(doc, LEFT, y, WIDTH)
  }
  drawRow(doc, y, ROW, ['Total, paid from the prepaid balance', inPounds(timesPence(item_price, items))], 'bold')
  drawRule(doc, LEFT, y + ROW, WIDTH)
  return y + ROW
}

/** What VAT the price contains; where it contains none, its own lines have said why. */
function drawVat(doc: Doc, { lines, item_numbers }: ReceiptContent, top: number): void {
  const share = vatShareOf(lines)
  if (!share) return
  const figures = [share.net, share.vat, share.gross].map((part) => inPounds(timesPence(part, item_numbers.length)))
  const rows = [
    ['VAT rate', 'Net', 'VAT', 'Gross'],
    ['20%', ...figures],
  ]
  for (const [at, row] of rows.entries()) {
    drawRow(doc, top + at * ROW, ROW, row, at === 0 ? 'bold' : 'regular')
    drawRule(doc, LEFT, top + (at + 1) * ROW, WIDTH)
  }
}

function drawFoot(doc: Doc, { tariff, sheet }: ReceiptContent): void {
  const list = `Prices of the list ${tariff.id}, in force from ${writtenDay(tariff.effective_from)}.`
  const top = sheet.height_mm - 31
  const box = { x: LEFT, y: (top + 2) * MM, width: WIDTH, height: 12 * MM }
  drawRule(doc, LEFT, top * MM, WIDTH)
  setText(doc, [paragraph(list), paragraph('Sandbox postage has no postal value.')], box, { largest: 8, smallest: 5 })
}

/** A text at the left, and figures in columns of equal width at the right. */
function drawRow(doc: Doc, y: number, height: number, cells: readonly string[], face: FontFace = 'regular'): void {
  const [text = '', ...figures] = cells
  const column = 30 * MM
  const right = LEFT + WIDTH
  const width = WIDTH - figures.length * column
  setText(doc, [paragraph(text, face)], { x: LEFT, y, width, height, middle: true, block: 'receipt: price' }, TEXT)
  for (const [at, figure] of figures.entries()) {
    const x = right - (figures.length - at) * column
    doc.font(face, 10).text(figure, x, y + height / 2 - 6, { width: column, align: 'right' })
  }
}

/** As people read an amount: `£12.34`. */
const inPounds = (amount: Pence): string => `£${(amount / 100).toFixed(2)}`
