import type { ColumnType } from 'kysely'

/** Table of migration 006. */
export interface VoidTables {
  void_request: {
    purchase_id: ColumnType<string, string, never>
    n: ColumnType<number, number, never>
    cancellation_reason: ColumnType<string, string, never>
    asked_by: ColumnType<string, string, never>
    asked_at: ColumnType<Date, never, never>
    answered_at: Date | null
    refusal: string | null
  }
}
