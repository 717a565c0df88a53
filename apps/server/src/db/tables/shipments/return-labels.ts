import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type State = 'asked' | 'made' | 'refused' | 'unknown'

/** Tables of `038-return-labels.sql`. */
export interface ReturnLabelTables {
  return_label: {
    id: Generated<string>
    organisation_id: Fixed<string>
    purchase_id: Fixed<string>
    carrier_code: Fixed<string>
    idem_key: Fixed<string>
    asked_by: Fixed<string | null>
    asked_at: ColumnType<Date, never, never>
    service: Fixed<string>
    state: ColumnType<State, never, State>
    number: ColumnType<string | null, never, string | null>
    reason: ColumnType<string | null, never, string | null>
    qr: ColumnType<Buffer | null, never, Uint8Array | null>
  }
}
