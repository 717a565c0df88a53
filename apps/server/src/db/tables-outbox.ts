import type { ColumnType, GeneratedAlways } from 'kysely'

/** Table of `024-outbox.sql`. */
export interface OutboxTables {
  outbox: {
    id: GeneratedAlways<number>
    organisation_id: ColumnType<string, string, never>
    user_id: ColumnType<string | null, string | null, never>
    notice: ColumnType<unknown, string, never>
    created_at: ColumnType<Date, never, never>
    attempts: ColumnType<number, never, number>
    due_at: ColumnType<Date, never, Date>
  }
}
