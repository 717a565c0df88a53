import * as calls from '@postroom/contract/carrier-invoice'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import { csvDownloadHeaders } from '../../csv/write-csv.ts'
import { documentHeaders } from '../../http/document-headers.ts'
import { answer, REPLAYED, serve, type Api } from '../../http/serve.ts'
import { drawEvidence } from '../evidence/draw-evidence.rule.ts'
import { bookInvoice } from './book-invoice.ts'
import * as store from './carrier-invoice.store.ts'
import { differencesCsv } from './differences-csv.ts'
import { importInvoice } from './import-invoice.ts'

/** Invoices of carriers: an operator imports them, sees what differs from what was bought, and books it. */
export function carrierInvoiceRoutes(api: Api, context: Context): void {
  const { db } = context
  async function invoiceOf(id: string) {
    const invoice = await store.findInvoice(db, id)
    if (!invoice) throw new AppError('not_found')
    return presentInvoice(invoice)
  }

  serve(api, calls.importCarrierInvoice, async ({ query, body, user }) => {
    const invoice = { ...query, account_id: query.account_id ?? null }
    const { id, isReplayed } = await importInvoice(context, user, invoice, body)
    return answer<typeof calls.importCarrierInvoice>(200, await invoiceOf(id), isReplayed ? REPLAYED : {})
  })

  serve(api, calls.listCarrierInvoices, async ({ query: { orderAsc, start, length } }) => {
    const { rows, total } = await store.pageInvoices(db, orderAsc === 'true' ? 'asc' : 'desc', { start, length })
    return { data: rows.map(presentInvoice), total, start, length }
  })

  serve(api, calls.getCarrierInvoice, ({ params }) => invoiceOf(params.invoiceId))

  serve(api, calls.listCarrierInvoiceLines, async ({ params, query: { outcome, orderAsc, start, length } }) => {
    const { id } = await invoiceOf(params.invoiceId)
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { rows, total } = await store.pageLines(db, id, outcome, { start, length, direction })
    return { data: rows.map(presentLine), total, start, length }
  })

  serve(api, calls.exportCarrierInvoice, async ({ params }) => {
    const { id } = await invoiceOf(params.invoiceId)
    const file = differencesCsv(await store.listDifferences(db, id))
    return answer<typeof calls.exportCarrierInvoice>(200, file, csvDownloadHeaders('differences.csv'))
  })

  serve(api, calls.downloadInvoiceEvidence, async ({ params }) => {
    const purchase = await store.findLinePurchase(db, params.invoiceId, Number(params.position))
    if (!purchase) throw new AppError('not_found')
    const pdf = await drawEvidence(context, purchase)
    return answer<typeof calls.downloadInvoiceEvidence>(200, pdf, documentHeaders('evidence'))
  })

  serve(api, calls.bookCarrierInvoice, async ({ params, body, user }) => {
    const booked = await bookInvoice(context, user, params.invoiceId, body)
    return { invoice: await invoiceOf(params.invoiceId), ...booked }
  })
}

const presentInvoice = (invoice: NonNullable<Awaited<ReturnType<typeof store.findInvoice>>>) => {
  const { carrier_code, carrier_account_id, imported_at, booked_at, reason, ...shown } = invoice
  return {
    ...shown,
    carrier: carrier_code,
    ...(carrier_account_id !== null && { account_id: carrier_account_id }),
    imported_at: imported_at.toISOString(),
    ...(booked_at !== null && { booked_at: booked_at.toISOString() }),
    ...(reason !== null && { reason }),
  }
}

const presentLine = (line: store.ShownLine) => {
  const { position, row_number, item_no, service, outcome, gross, expected, difference, purchase_id } = line
  return {
    position,
    ...(row_number !== null && { row: row_number }),
    item_number: item_no,
    service,
    outcome,
    charged: gross,
    expected,
    difference,
    ...(purchase_id !== null && { shipment_id: purchase_id }),
    ...(line.organisation !== null && { organisation: line.organisation }),
    is_booked: line.is_booked,
  }
}
