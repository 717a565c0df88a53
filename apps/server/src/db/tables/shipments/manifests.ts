import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>

/** Tables of `030-manifests.sql`. */
export interface ManifestTables {
  manifest: {
    id: Generated<string>
    organisation_id: Fixed<string>
    carrier_account_id: Fixed<string>
    asked_by: Fixed<string | null>
    asked_at: ColumnType<Date, never, never>
    state: ColumnType<
      'asked' | 'pending' | 'made' | 'failed' | 'unknown',
      never,
      'asked' | 'pending' | 'made' | 'failed' | 'unknown'
    >
    number: ColumnType<string | null, never, string | null>
    reason: ColumnType<string | null, never, string | null>
    pdf: ColumnType<Buffer | null, never, Uint8Array | null>
    look_at: ColumnType<Date | null, never, Date | null>
  }
}
