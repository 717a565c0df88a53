import type { CalendarDate } from '@postroom/domain/calendar'
import type { MediaSize } from '@postroom/domain/media/media-size'
import type { VatShare } from '@postroom/domain/rating/vat'
import { drawRow, ROW_HEIGHT } from './account-rows.ts'
import { formatDay } from '../label/label-content.ts'
import { drawRule } from '../label/label-parts.ts'
import { drawParty, type Party, type Seller } from './party.ts'
import { finish, MM, newPdf, type Doc, type RenderedDocument } from '../pdf/pdf.ts'
import { drawVatTable, formatPounds } from './vat-table.ts'

/** One month of an account: purchases less refunds. */
export interface VatStatementContent {
  /** `2026-11`. */
  month: string
  seller: Seller
  buyer: Party
  account_name: string
  /** Totals by rate; empty when nothing was bought. */
  groups: readonly VatShare[]
  /** Days with purchases or refunds, at most 31; each is the sum over all rates. */
  days: readonly (Pick<VatShare, 'net' | 'vat' | 'gross'> & { day: CalendarDate })[]
  /** The sheet of the locale (`sheetFor`). */
  sheet: MediaSize
  /** The date in the file. */
  created_at: Date
}

const LEFT = 20 * MM
const WIDTH = 170 * MM
const TOP = { title: 18 * MM, parties: 40 * MM, groups: 72 * MM }
const DAY_HEIGHT = 4.8 * MM
const NO_VAT_STATEMENT = 'This is not a VAT statement: the seller has stated no VAT number.'

/**
 * Draws the monthly VAT statement on one sheet: totals by rate and by day, with refunds as negative amounts. Without the
 * seller's VAT number it says that it is not a VAT statement and shows gross amounts only. It is in English only, as a
 * document of record.
 * @throws TextDoesNotFit when a text is too long for its place
 */
export async function renderVatStatement(content: VatStatementContent): Promise<RenderedDocument> {
  const { month, seller, buyer, account_name, sheet, created_at } = content
  const doc = newPdf(`VAT statement ${month}`, created_at, sheet)
  const title = `${seller.vat_number ? 'VAT statement' : 'Statement of purchases'}, ${formatMonth(month)}`
  doc.font('bold', 20).text(title, LEFT, TOP.title)
  doc.font('regular', 10).text(`Account: ${account_name}`, LEFT, TOP.title + 9 * MM)
  const place = { y: TOP.parties, width: WIDTH / 2 - 6 * MM }
  drawParty(doc, seller, { ...place, caption: 'Seller', x: LEFT })
  drawParty(doc, buyer, { ...place, caption: 'Buyer', x: LEFT + WIDTH / 2 })
  drawDays(doc, content, drawGroups(doc, content) + ROW_HEIGHT / 2)
  return { pdf: await finish(doc), ...sheet, pages: 1 }
}

/** @returns the y below the table */
function drawGroups(doc: Doc, { seller, groups }: VatStatementContent): number {
  const rows = { x: LEFT, y: TOP.groups, width: WIDTH, height: 6 * MM }
  if (seller.vat_number) return drawVatTable(doc, groups, rows)
  drawRow(doc, rows, [NO_VAT_STATEMENT])
  return rows.y + rows.height
}

function drawDays(doc: Doc, { seller, days }: VatStatementContent, top: number): void {
  const figures = seller.vat_number ? (['net', 'vat', 'gross'] as const) : (['gross'] as const)
  const captions = { net: 'Net', vat: 'VAT', gross: 'Gross' }
  const table = [
    ['Day', ...figures.map((figure) => captions[figure])],
    ...days.map((row) => [formatDay(row.day), ...figures.map((figure) => formatPounds(row[figure]))]),
    ...(days.length === 0 ? [['Nothing was bought in this month.']] : []),
  ]
  for (const [at, cells] of table.entries()) {
    const y = top + at * DAY_HEIGHT
    drawRow(doc, { x: LEFT, y, width: WIDTH, height: DAY_HEIGHT }, cells, at === 0 ? 'bold' : 'regular')
    if (at === 0) drawRule(doc, LEFT, y + DAY_HEIGHT, WIDTH)
  }
}

const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
