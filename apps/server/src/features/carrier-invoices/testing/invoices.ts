import type { bookCarrierInvoice, CarrierInvoiceLine } from '@postroom/contract/carrier-invoice'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { Caller } from '../../../testing/operators.ts'

const INVOICES = '/stamp/v1/carrierinvoice'

/** A line of an invoice; `gross` in pence, of which a sixth is VAT. */
export interface InvoiceRow {
  item: string
  gross: number
}

const written = ({ item, gross }: InvoiceRow): string => {
  const vat = Math.trunc(gross / 6)
  return `${item},${((gross - vat) / 100).toFixed(2)},${(vat / 100).toFixed(2)}`
}

/** The file of these lines. Its last column is not read; it makes the file of another invoice another file. */
const fileOf = (number: string, rows: readonly InvoiceRow[]): string =>
  [`Item Number,Net,VAT,Invoice ${number}`, ...rows.map(written)].join('\n')

/** Imports an invoice of November 2026; by default for every account. */
export const importInvoice = (
  by: Pick<Caller, 'send'>,
  query: { number: string; account_id?: string; carrier?: string },
  rows: readonly InvoiceRow[] | string,
) =>
  by.send(
    `${INVOICES}?${new URLSearchParams({ dateFrom: '2026-11-01', dateTo: '2026-11-30', ...query }).toString()}`,
    typeof rows === 'string' ? rows : fileOf(query.number, rows),
  )

/** Every difference, page by page. */
export async function allDifferences(by: Pick<Caller, 'get'>, id: string): Promise<CarrierInvoiceLine[]> {
  const lines: CarrierInvoiceLine[] = []
  for (;;) {
    const answer = await by.get(`${INVOICES}/${id}/line?length=100&start=${lines.length}`)
    const { data, total } = answer.json<{ data: CarrierInvoiceLine[]; total: number }>()
    lines.push(...data)
    if (lines.length >= total) return lines
  }
}

export const book = async (by: Pick<Caller, 'post'>, id: string, after = 0) =>
  (await by.post(`${INVOICES}/${id}/book`, { reason: 'November invoice checked', after })).json<
    AnswerOf<typeof bookCarrierInvoice>
  >()
