import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>

/** Tables of `028-click-and-drop.sql`. */
export interface ClickAndDropTables {
  'click_and_drop.connection': {
    id: Generated<string>
    carrier_account_id: Fixed<string>
    api_key: Fixed<string>
    since: ColumnType<Date, never, never>
    ended_at: ColumnType<Date | null, never, Date>
    prints_labels: ColumnType<boolean | null, boolean | null, boolean>
  }
  'click_and_drop.reference': {
    ref: Fixed<string>
    connection_id: Fixed<string | null>
    state: 'asked' | 'live' | 'cancelling' | 'rejected' | 'tombstoned' | 'voided'
    order_id: ColumnType<number | null, never, number>
    carrier_no: ColumnType<string | null, never, string>
    further_nos: ColumnType<string[], never, string[]>
    label: ColumnType<Uint8Array | null, never, Uint8Array>
    width_mm: ColumnType<number | null, never, number>
    height_mm: ColumnType<number | null, never, number>
    reason: string | null
    asked_at: ColumnType<Date, never, never>
    misses: Generated<number>
    looks: Generated<number>
  }
  'click_and_drop.void_answer': {
    ref: Fixed<string>
    n: Fixed<number>
    refusal: Fixed<string | null>
  }
}
