import type { Pence } from '@postroom/domain/money'
import type { VatGroup, VatShare } from '@postroom/domain/rating/vat'
import { drawRow, ROW_HEIGHT, type Rows } from './account-rows.ts'
import { drawRule } from '../label/label-parts.ts'
import type { Doc } from '../pdf/pdf.ts'

/** The name of each VAT group on receipts and statements. */
const RATE: Readonly<Record<VatGroup, string>> = {
  standard: '20%',
  exempt: 'Exempt',
  zero_or_exempt: 'Zero-rated or exempt',
  outside: 'No VAT stated',
}

/** Draws net, VAT and gross of each rate. @returns the y below the table */
export function drawVatTable(doc: Doc, shares: readonly VatShare[], rows: Rows): number {
  const table = [
    ['VAT rate', 'Net', 'VAT', 'Gross'],
    ...shares.map(({ group, net, vat, gross }) => [RATE[group], ...[net, vat, gross].map(formatPounds)]),
  ]
  let { y } = rows
  for (const [at, cells] of table.entries()) {
    drawRow(doc, { ...rows, y }, cells, at === 0 ? 'bold' : 'regular')
    y += rows.height ?? ROW_HEIGHT
    drawRule(doc, rows.x, y, rows.width)
  }
  return y
}

/** Formats an amount: `£12.34`, `-£12.34`. */
export const formatPounds = (amount: Pence): string => `${amount < 0 ? '-' : ''}£${(Math.abs(amount) / 100).toFixed(2)}`
