import type { CalendarDate } from '@postroom/domain/calendar'
import type { Pence } from '@postroom/domain/money'
import type { KeyScope } from '@postroom/domain/people/api-keys'
import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type Later<T> = ColumnType<T | null, never, T | null>

/** Tables of `040-api-keys.sql`. */
export interface ApiKeyTables {
  api_key: {
    id: Generated<string>
    organisation_id: Fixed<string>
    made_by: Fixed<string>
    name: Fixed<string>
    starts_with: string
    secret_hash: ColumnType<Buffer | null, Buffer, Buffer | null>
    old_secret_hash: Later<Buffer>
    old_secret_until: Later<Date>
    scopes: Fixed<KeyScope[]>
    /** Null: every account of the organisation. */
    accounts: Fixed<string[] | null>
    calls_per_minute: Fixed<number>
    /** Null: no limit of its own. */
    pence_per_day: Fixed<Pence | null>
    last_day: CalendarDate
    made_at: ColumnType<Date, never, never>
    revoked_at: Later<Date>
    last_used_at: Later<Date>
    /** The last day of which its managers were notified. */
    warned_for: Later<CalendarDate>
    stop_notified: Generated<boolean>
  }
  api_key_minute: { api_key_id: string; minute: Date; calls: number }
}
