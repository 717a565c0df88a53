import type { CalendarDate } from '@postroom/domain/calendar'
import type { PostalAddress } from '@postroom/contract/address'
import type { DocumentType } from '@postroom/contract/document'
import type { RateQuote } from '@postroom/contract/rate'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import type { Seller } from '@postroom/documents/account/party'
import type { Pence } from '@postroom/domain/money'
import type { Channel } from '@postroom/domain/tariffs/channels'
import type { PurchaseState } from '@postroom/domain/purchase/purchase-states'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type FixedNow = ColumnType<Date, Date | undefined, never>

export type TransferKind =
  | 'topup'
  | 'hold'
  | 'capture'
  | 'fee'
  | 'release'
  | 'refund'
  | 'fee_refund'
  | 'adjustment'
  | 'payment_pending'
  | 'payment_failed'
  | 'payment_refund'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_won'

/** The two parties of a sale, as they were when it was made. */
export interface Parties {
  account: { name: string; billing: PostalAddress | null }
  seller: Seller
}

/** The application has no right to update columns whose third type is `never`; the migrations grant the others. */
export interface MoneyTables {
  account: {
    id: ColumnType<string, never, never>
    balance: ColumnType<Pence, never, never>
    floor: ColumnType<Pence, never, never>
  }
  carrier_account: {
    id: Generated<string>
    organisation_id: Fixed<string>
    carrier_code: Fixed<string>
    name: string
    is_active: Generated<boolean>
    pricing: ColumnType<Channel, Channel | undefined, never>
    created_at: FixedNow
    low_balance: ColumnType<Pence | null, Pence | null | undefined, Pence | null>
    low_since: ColumnType<Date | null, never, Date | null>
    purchases_per_minute: ColumnType<number | null, number | null | undefined, number | null>
    pence_per_day: ColumnType<Pence | null, Pence | null | undefined, Pence | null>
    /** `HH:MM:SS`, in the UK. */
    manifest_at: ColumnType<string | null, string | null | undefined, string | null>
    return_service: ColumnType<string | null, string | null | undefined, string | null>
    returns_since: ColumnType<Date | null, Date | null | undefined, Date | null>
    billing: JSONColumnType<PostalAddress | null, string | null | undefined, string | null>
    /** The contract price lists of the account that are not withdrawn, by their first day. Written by the database. */
    contracts: ColumnType<{ id: string; effective_from: CalendarDate }[], never, never>
  }
  purchase: {
    id: Fixed<string>
    organisation_id: Fixed<string>
    idem_key: Fixed<string>
    req_hash: Fixed<string>
    carrier_account_id: Fixed<string>
    /** The carrier of the account. */
    carrier_code: Fixed<string>
    created_by: Fixed<string>
    /** The API key it was bought with, if it was. */
    api_key_id: ColumnType<string | null, string | null | undefined, never>
    draft: JSONColumnType<ShipmentDraft, string, never>
    quote: JSONColumnType<RateQuote, string, never>
    labels: ColumnType<number, number | undefined, never>
    amount: Fixed<Pence>
    own_fees: ColumnType<Pence, Pence | undefined, never>
    /** What the same would have cost at the Post Office counter; null where that cannot be said. */
    counter_amount: ColumnType<Pence | null, Pence | null | undefined, never>
    /** What the carrier charged for all labels; null: as quoted. */
    charged: ColumnType<Pence | null, never, Pence>
    /** What the customer pays: the amount, or less when the carrier charged less. */
    payable: GeneratedAlways<Pence>
    is_test: Fixed<boolean>
    state: PurchaseState
    epoch: Generated<number>
    lease_until: Date
    attempts: Generated<number>
    carrier_no: string | null
    further_nos: ColumnType<string[], never, string[]>
    references: ColumnType<string[], string[] | undefined, string[]>
    notes: ColumnType<string, string | undefined, string>
    cost_center_id: string | null
    printed_at: ColumnType<Date | null, never, Date>
    service: GeneratedAlways<string>
    country: GeneratedAlways<string>
    shipping_date: GeneratedAlways<Date>
    words: GeneratedAlways<string>
    void_no: Generated<number>
    reason: string | null
    created_at: FixedNow
    updated_at: Generated<Date>
  }
  transfer: {
    id: GeneratedAlways<number>
    purchase_id: ColumnType<string | null, never, never>
    payment_id: ColumnType<string | null, never, never>
    kind: ColumnType<TransferKind, never, never>
    debit: ColumnType<string, never, never>
    credit: ColumnType<string, never, never>
    amount: ColumnType<Pence, never, never>
    at: ColumnType<Date, never, never>
  }
  carrier_adjustment: {
    carrier_code: Fixed<string>
    reference: Fixed<string>
    purchase_id: Fixed<string>
    change: Fixed<Pence>
    after_void: Fixed<boolean>
    of_return: ColumnType<boolean, boolean | undefined, never>
    at: FixedNow
  }
  purchase_event: {
    purchase_id: ColumnType<string, never, never>
    seq: ColumnType<number, never, never>
    from_state: ColumnType<PurchaseState | null, never, never>
    to_state: ColumnType<PurchaseState, never, never>
    at: ColumnType<Date, never, never>
  }
  document: {
    id: Generated<string>
    purchase_id: Fixed<string>
    type: Fixed<DocumentType>
    pdf: Uint8Array | null
    sha256: string | null
    width_mm: number | null
    height_mm: number | null
    pages: number | null
    /** Of receipts only: one series for the installation. */
    receipt_no: ColumnType<number | null, never, never>
    /** Of receipts only. */
    parties: JSONColumnType<Parties | null, string | null, never>
    created_at: FixedNow
  }
  document_link: {
    token_hash: Fixed<Uint8Array>
    document_id: Fixed<string | null>
    ruler_mm: ColumnType<number[] | null, number[] | undefined, never>
    drawn_for_dpi: ColumnType<203 | null, 203 | null | undefined, never>
    user_id: Fixed<string>
    session_id: Fixed<string>
    expires_at: Fixed<Date>
    uses: Generated<number>
  }
  sales_stop: {
    only_one: Generated<boolean>
    broken: string
    since: FixedNow
  }
  books_check: {
    only_one: Generated<boolean>
    whole_at: Date
  }
  unchecked_purchase: {
    id: GeneratedAlways<number>
    purchase_id: ColumnType<string, never, never>
  }
  'sandbox.reference': {
    ref: Fixed<string>
    state: 'live' | 'rejected' | 'tombstoned' | 'voided'
    carrier_no: Fixed<string | null>
    further_nos: ColumnType<string[], string[] | undefined, never>
    reason: Fixed<string | null>
    at: FixedNow
  }
  'sandbox.void_answer': {
    ref: Fixed<string>
    n: Fixed<number>
    accepted: Fixed<boolean>
  }
  'sandbox.switch': {
    id: GeneratedAlways<number>
    call: Fixed<'purchase' | 'resolve' | 'void' | 'track' | 'return'>
    answer: Fixed<'late' | 'lost' | 'refused' | 'failing'>
    delay_ms: Fixed<number>
    remaining: number
  }
}
