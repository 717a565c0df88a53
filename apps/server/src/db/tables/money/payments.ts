import type { AutomaticTopUp, PauseReason } from '@postroom/contract/automatic-top-up'
import type { DisputeState } from '@postroom/contract/notice'
import type { PAYMENT_STATES, PaymentDifference } from '@postroom/contract/payment'
import type { Pence } from '@postroom/domain/money'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
/** Why a saved card was not charged. */
export type Decline = 'card_declined' | 'card_expired' | 'insufficient_funds' | 'authentication_required'

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
    customer_id: ColumnType<string | null, never, never>
    payment_method_id: ColumnType<string | null, never, never>
    intent_id: ColumnType<string | null, never, string>
    decline: ColumnType<Decline | null, never, Decline>
    confirms: ColumnType<string | null, string | undefined, never>
  }
  automatic_topup: {
    carrier_account_id: Fixed<string>
    organisation_id: Fixed<string>
    customer_id: ColumnType<string | null, never, string>
    state: ColumnType<AutomaticTopUp['state'], never, AutomaticTopUp['state']>
    paused_for: ColumnType<PauseReason | null, never, PauseReason | null>
    unconfirmed: ColumnType<string | null, never, string | null>
    threshold: Pence
    amount: Pence
    most_a_day: number
    agreed_by: string
    agreed_at: ColumnType<Date, never, Date>
  }
  saved_card: {
    id: ColumnType<string, never, never>
    organisation_id: Fixed<string>
    carrier_account_id: Fixed<string>
    session_id: ColumnType<string | null, never, string>
    state: ColumnType<'asked' | 'saved' | 'unwanted', never, 'saved' | 'unwanted'>
    payment_method_id: ColumnType<string | null, never, string>
    brand: ColumnType<string | null, never, string>
    last4: ColumnType<string | null, never, string>
    expires: ColumnType<string | null, never, string>
    created_at: FixedNow
    look_at: ColumnType<Date | null, never, Date | null>
  }
  payment_dispute: {
    id: Fixed<string>
    payment_id: Fixed<string>
    state: DisputeState
    amount: Pence
    evidence_due: Date | null
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
