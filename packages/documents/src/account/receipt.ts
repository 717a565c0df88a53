import type { PostalAddress } from '@postroom/contract/address'
import { addressLines } from '@postroom/domain/catalogue/address-lines'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { PriceLine } from '@postroom/domain/rating/explanation'
import type { MediaSize } from '@postroom/domain/media/media-size'
import { timesPence, toPence, type Pence } from '@postroom/domain/money'
import { formatTracking } from '@postroom/domain/post/s10'
import { carrierSharesOf, shareOf, sumByGroup } from '@postroom/domain/rating/vat'
import { drawRow, ROW_HEIGHT } from './account-rows.ts'
import { paragraph, setText } from '../pdf/fit-text.ts'
import { formatDay } from '../label/label-content.ts'
import { drawHeader } from '../label/label-marks.ts'
import { drawRule } from '../label/label-parts.ts'
import { drawParty, type Party, type Seller } from './party.ts'
import { MM, render, type Doc, type Drawing, type RenderedDocument } from '../pdf/pdf.ts'
import { drawVatTable, formatPounds } from './vat-table.ts'

/** The content of a receipt. It comes only from the stored purchase. */
export interface ReceiptContent {
  seller: Seller
  buyer: Party
  /** The prepaid account that paid. */
  account_name: string
  /** Unique within the installation. */
  receipt_no: number
  /** The shipment's id. */
  shipment: string
  /** The day of payment in London. */
  date: CalendarDate
  service_name: string
  /** One for each label. */
  item_numbers: readonly string[]
  destination: PostalAddress
  /** The price lines of one item, as stored with the purchase. */
  lines: readonly PriceLine[]
  /** The price of one item: the sum of `lines`. */
  item_price: Pence
  /** The amount paid for all items: their price, or less when the carrier charged less. */
  paid: Pence
  /** The organisation's own fees, included in `paid`. */
  own_fees: Pence
  /** The sheet of the locale (`sheetFor`). */
  sheet: MediaSize
  tariff: { id: string; effective_from: CalendarDate }
  /** The date in the file; stored, so that the same purchase always gives the same bytes. */
  created_at: Date
}

const LEFT = 20 * MM
const WIDTH = 170 * MM
const TEXT = { largest: 10, smallest: 5 }
const HALF = WIDTH / 2
const TOP = { parties: 38 * MM, facts: 69 * MM, price: 114 * MM } as const
/** The height available for all price lines. */
const LINES_HEIGHT = 72 * MM

/**
 * Draws the receipt of a purchase paid from the prepaid balance, on one sheet. The same content always gives the same
 * bytes. With the seller's VAT number it is a VAT receipt (HMRC, VAT Notice 700, section 16.3.1: supplier, number, date,
 * buyer, description, and net, rate and VAT); otherwise it says that it is not. It is in English only, as a document of
 * record.
 * @throws TextDoesNotFit when a text is too long for its place
 */
export const renderReceipt = async (content: ReceiptContent): Promise<RenderedDocument> =>
  render(drawingOfReceipt(content))

/** The receipt as a drawing, to lay out or render. */
export function drawingOfReceipt(content: ReceiptContent): Drawing {
  const draw = (doc: Doc): number => {
    drawTitle(doc, content)
    drawFacts(doc, content)
    const y = drawPrice(doc, content)
    drawVat(doc, content, y + ROW_HEIGHT / 2)
    drawFoot(doc, content)
    return 1
  }
  const title = `Receipt ${formatReceiptNo(content.receipt_no)}`
  return { title, created_at: content.created_at, page: content.sheet, draw }
}

/** Formats a receipt number so that it sorts: `R-000012`. */
export const formatReceiptNo = (number: number): string => `R-${String(number).padStart(6, '0')}`

function drawTitle(doc: Doc, { seller, buyer }: ReceiptContent): void {
  drawHeader(doc, { test: false }, { x: LEFT, y: 15 * MM, width: WIDTH, height: 6 * MM })
  doc.font('bold', 24).text(seller.vat_number ? 'VAT receipt' : 'Receipt', LEFT, 24 * MM)
  const place = { y: TOP.parties, width: HALF - 6 * MM }
  drawParty(doc, seller, { ...place, caption: 'Seller', x: LEFT })
  drawParty(doc, buyer, { ...place, caption: 'Buyer', x: LEFT + HALF })
}

function drawFacts(doc: Doc, content: ReceiptContent): void {
  const { town, country } = addressLines(content.destination)
  const facts = [
    ['Receipt number', formatReceiptNo(content.receipt_no)],
    ['Date', formatDay(content.date)],
    ['Account', content.account_name],
    ['Service', content.service_name],
    ['Shipment', content.shipment],
    ['Destination', [...town, country].join(', ')],
    ['Item number', listNumbers(content.item_numbers)],
  ] as const
  for (const [at, [caption, value]] of facts.entries()) {
    const isLast = at === facts.length - 1
    const x = LEFT + (at % 2) * HALF
    const y = TOP.facts + Math.floor(at / 2) * 11.5 * MM
    const width = (isLast ? WIDTH : HALF) - 6 * MM
    doc.font('regular', 7.5).text(caption, x, y)
    setText(doc, [paragraph(value)], { x, y: y + 3.6 * MM, width, height: 7 * MM, block: `receipt: ${caption}` }, TEXT)
  }
}

const NUMBERS_SHOWN = 12

/** Lists the first item numbers and counts the rest; every label has its own number. */
function listNumbers(numbers: readonly string[]): string {
  const shown = numbers.slice(0, NUMBERS_SHOWN)
  const written = shown.map((number) => `TEST ${formatTracking(number)}`).join(', ')
  return shown.length < numbers.length ? `${written} and ${numbers.length - shown.length} more` : written
}

/** Draws the price lines and the total. A price line of 0 is a remark and shows no amount. @returns the y below them */
function drawPrice(doc: Doc, { lines, item_price, item_numbers, paid }: ReceiptContent): number {
  const items = item_numbers.length
  const reduction = toPence(paid - timesPence(item_price, items))
  const total = ['Total, paid from the prepaid balance', formatPounds(paid)]
  const each = [`One item; ${items} were bought at this price`, formatPounds(item_price)]
  const height = Math.min(ROW_HEIGHT, LINES_HEIGHT / lines.length)
  let y = TOP.price
  const row = (cells: readonly string[], of: { height?: number; bold?: boolean } = {}) => {
    drawRow(doc, { x: LEFT, y, width: WIDTH, height: of.height ?? ROW_HEIGHT }, cells, of.bold ? 'bold' : 'regular')
    y += of.height ?? ROW_HEIGHT
  }
  const rule = () => drawRule(doc, LEFT, y, WIDTH)
  rule()
  for (const { description, amount } of lines) row([description, amount === 0 ? '' : formatPounds(amount)], { height })
  rule()
  if (items > 1) {
    row(each)
    rule()
  }
  if (reduction < 0) {
    row(['The carrier charged less than the price', formatPounds(reduction)])
    rule()
  }
  row(total, { bold: true })
  rule()
  return y
}

const NO_VAT_RECEIPT = 'This is not a VAT receipt: the seller has stated no VAT number.'

/** Draws net, VAT and gross by rate. */
function drawVat(doc: Doc, { seller, lines, item_numbers, paid, own_fees }: ReceiptContent, y: number): void {
  const rows = { x: LEFT, y, width: WIDTH }
  if (!seller.vat_number) return drawRow(doc, rows, [NO_VAT_RECEIPT])
  const carrier = carrierSharesOf(lines, item_numbers.length, toPence(paid - own_fees))
  const own = own_fees > 0 ? [shareOf('outside', own_fees)] : []
  drawVatTable(doc, sumByGroup([...carrier, ...own]), rows)
}

function drawFoot(doc: Doc, { tariff, sheet }: ReceiptContent): void {
  const list = `Prices of the list ${tariff.id}, in force from ${formatDay(tariff.effective_from)}.`
  const top = (sheet.height_mm - 31) * MM
  drawRule(doc, LEFT, top, WIDTH)
  const box = { x: LEFT, y: top + 2 * MM, width: WIDTH, height: 12 * MM }
  setText(doc, [paragraph(list), paragraph('Sandbox postage has no postal value.')], box, { largest: 8, smallest: 5 })
}
