import type { Pence } from '@postroom/domain/money'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type ByDatabase<T> = ColumnType<T, never, never>

/** Tables of `005-audit.sql` and `012-topups.sql`. */
export interface AdministrationTables {
  audit_event: {
    id: GeneratedAlways<number>
    organisation_id: Fixed<string>
    user_id: ColumnType<string | null, string | undefined, never>
    event: Fixed<string>
    subject: ColumnType<string | null, string | undefined, never>
    details: ColumnType<Record<string, string | number>, string, never>
    ip: ColumnType<string | null, string | undefined, never>
    request_id: ColumnType<string | null, string | undefined, never>
    /** The key with which the call was made. */
    api_key_id: ColumnType<string | null, string | null | undefined, never>
    at: ByDatabase<Date>
    chain: ByDatabase<string>
    seq: ByDatabase<number>
    hash: ByDatabase<Buffer>
  }
  audit_check: {
    organisation_id: string
    whole_at: Date
    checked_at: Date
    length: number
    hash: Buffer
    broken: number | null
  }
  topup: {
    id: Generated<string>
    organisation_id: Fixed<string>
    carrier_account_id: Fixed<string>
    idem_key: Fixed<string>
    provider: Fixed<'manual'>
    amount: Fixed<Pence>
    reference: Fixed<string>
    recorded_by: Fixed<string | null>
    transfer_id: Fixed<number>
    /** Null: booked by one operator alone. */
    request_id: Fixed<string | null>
    at: ByDatabase<Date>
  }
  topup_request: {
    id: Generated<string>
    organisation_id: Fixed<string>
    carrier_account_id: Fixed<string>
    idem_key: Fixed<string>
    provider: Fixed<'manual'>
    amount: Fixed<Pence>
    reference: Fixed<string>
    requested_by: Fixed<string>
    requested_at: ByDatabase<Date>
    expires_at: ByDatabase<Date>
  }
  topup_decision: {
    request_id: Fixed<string>
    organisation_id: Fixed<string>
    requested_by: Fixed<string>
    decided_by: Fixed<string>
    is_approved: Fixed<boolean>
    reason: Fixed<string>
    at: ByDatabase<Date>
  }
}
