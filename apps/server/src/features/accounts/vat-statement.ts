import type { VatStatement } from '@postroom/contract/vat-statement'
import { formatReceiptNo } from '@postroom/documents/account/receipt'
import { renderVatStatement } from '@postroom/documents/account/vat-statement'
import { timesPence, toPence } from '@postroom/domain/money'
import { sheetFor } from '@postroom/domain/media/media-size'
import { addShares, carrierSharesOf, shareOf, sumByGroup, type VatShare } from '@postroom/domain/rating/vat'
import type { Context } from '../../context.ts'
import { CSV_ROWS_MAX, csvHeader, csvRows } from '../../csv/write-csv.ts'
import { AppError } from '../../app-error.ts'
import { buyerOf } from '../../documents/buyer.ts'
import type { CarrierAccount } from './account.store.ts'
import { vatMovements, type VatMovement } from './vat-statement.store.ts'

const CSV_COLUMNS = ['day', 'kind', 'receipt_no', 'shipment_id', 'vat_group', 'net_gbp', 'vat_gbp', 'gross_gbp']

/** The VAT of an account's month by rate and by day. @param month `2026-11` */
export async function vatStatement(context: Context, account: CarrierAccount, month: string): Promise<VatStatement> {
  let groups: VatShare[] = []
  const days = new Map<string, VatShare>()
  for await (const movement of vatMovements(context.db, account.id, month))
    for (const share of sharesOf(movement)) {
      groups = sumByGroup([...groups, share])
      const day = days.get(movement.day)
      days.set(movement.day, day ? addShares(day, share) : share)
    }
  const { vat_number = null, name, address } = context.settings.seller
  return {
    month,
    account_name: account.name,
    seller: { name, address: [...address], vat_number },
    buyer: buyerOf(account),
    groups,
    days: [...days].map(([day, { net, vat, gross }]) => ({ day, net, vat, gross })),
  }
}

/** The month as a PDF of one page. */
export async function vatStatementPdf(context: Context, account: CarrierAccount, month: string): Promise<Uint8Array> {
  const { groups, days, ...statement } = await vatStatement(context, account, month)
  const { pdf } = await renderVatStatement({
    ...statement,
    seller: context.settings.seller,
    groups: groups.map(({ group, gross, vat }) => shareOf(group, toPence(gross), toPence(vat))),
    days: days.map(({ day, gross, vat }) => ({ day, ...shareOf('outside', toPence(gross), toPence(vat)) })),
    sheet: sheetFor(context.settings.locale),
    created_at: context.now(),
  })
  return pdf
}

/** Every movement of the month, a row for each rate in it; gross amounts only when the seller has no VAT number. */
export async function vatStatementCsv(context: Context, account: CarrierAccount, month: string): Promise<Uint8Array> {
  const isVat = context.settings.seller.vat_number !== undefined
  const rows: (string | number)[][] = []
  for await (const movement of vatMovements(context.db, account.id, month)) {
    const { day, receipt_no, shipment_id } = movement
    const number = receipt_no === null ? '' : formatReceiptNo(receipt_no)
    for (const { group, net, vat, gross } of sharesOf(movement)) {
      const figures = isVat ? [net / 100, vat / 100] : ['', '']
      rows.push([day, isRefund(movement) ? 'refund' : 'purchase', number, shipment_id, group, ...figures, gross / 100])
    }
    // a truncated statement would be wrong
    if (rows.length > CSV_ROWS_MAX) throw new AppError('statement_too_long', { details: { limit: CSV_ROWS_MAX } })
  }
  return new TextEncoder().encode(csvHeader(CSV_COLUMNS) + csvRows(rows))
}

const isRefund = ({ kind }: VatMovement): boolean => kind !== 'capture' && kind !== 'fee'

/** A movement by rate, refunds below zero: our own fee is outside VAT, the rest is the carrier's part of the price. */
function sharesOf(movement: VatMovement): VatShare[] {
  const { kind, amount, labels, explanation } = movement
  const times = isRefund(movement) ? -1 : 1
  if (kind === 'fee' || kind === 'fee_refund') return [shareOf('outside', timesPence(toPence(amount), times))]
  return carrierSharesOf(explanation, labels, toPence(amount)).map(({ group, gross, vat }) =>
    shareOf(group, timesPence(gross, times), timesPence(vat, times)),
  )
}
