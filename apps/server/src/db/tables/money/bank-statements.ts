import type { Pence } from '@postroom/domain/money'
import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type ByDatabase<T> = ColumnType<T, never, never>

/** Tables of `033-bank-statements.sql` and `034-reconciliation.sql`. */
export interface BankStatementTables {
  bank_line: {
    id: Generated<string>
    account: Fixed<string>
    key: Fixed<string>
    booked_on: Fixed<string>
    amount: Fixed<Pence>
    text: Fixed<string>
    payer: Fixed<string>
    imported_by: Fixed<string>
    imported_at: ByDatabase<Date>
  }
  bank_line_outcome: {
    line_id: Fixed<string>
    topup_id: Fixed<string | null>
    reason: Fixed<string | null>
    payout_id: Fixed<string | null>
    amount: Fixed<Pence>
    decided_by: Fixed<string>
    decided_at: ByDatabase<Date>
  }
  provider_movement: {
    id: Fixed<string>
    type: Fixed<string>
    payment_id: Fixed<string | null>
    amount: Fixed<Pence>
    fee: Fixed<Pence>
    at: Fixed<Date>
  }
  provider_day: {
    day: Fixed<string>
    read_at: ByDatabase<Date>
  }
}
