import type { ChosenEvent, NoticeContent } from '@postroom/contract/notice'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** Tables of `024-outbox.sql`. */
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
  notice: {
    id: GeneratedAlways<string>
    organisation_id: ColumnType<string, never, never>
    user_id: ColumnType<string, never, never>
    asked_by: ColumnType<string | null, never, never>
    content: ColumnType<NoticeContent, never, never>
    created_at: ColumnType<Date, never, never>
    read_at: ColumnType<Date | null, never, Date>
  }
  notice_choice: {
    organisation_id: ColumnType<string, string, never>
    user_id: ColumnType<string, string, never>
    event: ColumnType<ChosenEvent, ChosenEvent, never>
    here: boolean
    by_mail: boolean
  }
}
