import type { Pence } from '@postroom/domain/money'
import type { InvoiceOutcome } from '@postroom/domain/purchase/match-invoice'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type ByDatabase<T> = ColumnType<T, never, never>

/** Tables of `031-carrier-invoices.sql`. */
export interface CarrierInvoiceTables {
  carrier_invoice: {
    id: Generated<string>
    carrier_code: Fixed<string>
    number: Fixed<string>
    carrier_account_id: Fixed<string | null>
    first_day: Fixed<string>
    last_day: Fixed<string>
    sha256: Fixed<string>
    imported_by: Fixed<string>
    imported_at: ByDatabase<Date>
  }
  carrier_invoice_line: {
    invoice_id: Fixed<string>
    position: Fixed<number>
    carrier_code: Fixed<string>
    row_number: Fixed<number | null>
    item_no: Fixed<string>
    service: Fixed<string>
    posted_on: Fixed<string | null>
    weight_g: Fixed<number | null>
    net: Fixed<Pence>
    vat: Fixed<Pence>
    gross: GeneratedAlways<Pence>
    expected: Fixed<Pence>
    difference: GeneratedAlways<Pence>
    outcome: Fixed<InvoiceOutcome>
    purchase_id: Fixed<string | null>
    /** Under which the difference is booked. */
    reference: Fixed<string>
  }
  carrier_invoice_booking: {
    invoice_id: Fixed<string>
    reason: Fixed<string>
    booked_by: Fixed<string>
    booked_at: ByDatabase<Date>
  }
}
