import type { ColumnType } from 'kysely'

/** The table of `046-moved-documents.sql`. */
export interface MovedDocumentTables {
  document_object: {
    place: ColumnType<string, string, never>
    name: ColumnType<string, string, never>
    document_id: string | null
    stored_at: Date | null
    busy_until: Date
  }
}
