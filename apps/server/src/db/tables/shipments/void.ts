import type { ColumnType } from 'kysely'

/** Table of `010-voids.sql`. */
export interface VoidTables {
  void_request: {
    purchase_id: ColumnType<string, string, never>
    n: ColumnType<number, number, never>
    /** May be blanked, never rewritten. */
    cancellation_reason: ColumnType<string, string, ''>
    asked_by: ColumnType<string, string, never>
    asked_at: ColumnType<Date, never, never>
    answered_at: Date | null
    refusal: string | null
  }
}
