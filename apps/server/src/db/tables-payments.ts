import type { PAYMENT_STATES, PaymentDifference } from '@postroom/contract/payment'
import type { Pence } from '@postroom/domain/money'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type FixedNow = ColumnType<Date, never, never>

/** Payments, and what Stripe reported of them. */
export interface PaymentTables {
  payment: {
    id: ColumnType<string, never, never>
    organisation_id: Fixed<string>
    carrier_account_id: Fixed<string>
    idem_key: Fixed<string>
    amount: Fixed<Pence>
    reference: GeneratedAlways<string>
    created_by: Fixed<string>
    created_at: FixedNow
    session_id: ColumnType<string | null, never, string>
    state: ColumnType<(typeof PAYMENT_STATES)[number], never, (typeof PAYMENT_STATES)[number]>
    looks: Generated<number>
    look_at: ColumnType<Date | null, never, Date | null>
  }
  payment_reversal: {
    id: Fixed<string>
    payment_id: Fixed<string>
    kind: Fixed<'refund' | 'dispute'>
    by_customer: Pence
    by_platform: Pence
  }
  payment_event: {
    id: Fixed<string>
    type: Fixed<string>
    payment_id: Fixed<string | null>
    at: Fixed<Date>
    received_at: FixedNow
  }
  payment_difference: {
    id: GeneratedAlways<number>
    payment_id: Fixed<string | null>
    kind: Fixed<PaymentDifference['kind']>
    object: Fixed<string>
    ours: Fixed<string>
    stripes: Fixed<string>
    at: FixedNow
  }
}
