import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type Later<T> = ColumnType<T | null, never, T>

/** Tables of `039-shipping-v3.sql`. */
export interface ShippingV3Tables {
  'shipping_v3.login': {
    id: Generated<string>
    carrier_account_id: Fixed<string>
    username: Fixed<string>
    password: Fixed<string>
    posting_location: Fixed<string>
    since: ColumnType<Date, never, never>
    ended_at: Later<Date>
    refused_until: Later<Date | null>
  }
  'shipping_v3.reference': {
    ref: Fixed<string>
    login_id: Fixed<string | null>
    state: 'asked' | 'live' | 'cancelling' | 'rejected' | 'tombstoned' | 'voided'
    shipment_id: Later<string>
    carrier_no: Later<string>
    label: Later<Uint8Array>
    width_mm: Later<number>
    height_mm: Later<number>
    reason: string | null
    asked_at: ColumnType<Date, never, never>
  }
  'shipping_v3.void_answer': {
    ref: Fixed<string>
    n: Fixed<number>
    refusal: Fixed<string | null>
  }
}
