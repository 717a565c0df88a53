import type { STOP_REASONS } from '@postroom/contract/automatic-top-up'
import type { DisputeState } from '@postroom/contract/notice'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { Pence } from '@postroom/domain/money'
import type { DeliveryEvent } from '@postroom/domain/post/delivery-event'
import type { Budget } from '@postroom/domain/purchase/budget'

/** A user is notified of a change of their own account, at the address they had when it happened. */
export interface AccountNotice {
  event:
    | 'password_changed'
    | 'email_changed'
    | 'codes_guessed'
    | 'two_factor_on'
    | 'two_factor_off'
    | 'passkey_added'
    | 'passkey_removed'
  username: string
  email: string
}

/** The user who requested a void is notified that the carrier refused it. */
interface RefundRefused {
  event: 'refund_refused'
  purchase_id: string
  /** The void number. */
  n: number
  carrier_no: string
  amount: Pence
  /** The carrier's words. */
  reason: string
}

/** Managers are notified of the first purchase beyond a budget in each of its periods. */
export interface BudgetExceeded {
  event: 'budget_exceeded'
  cost_center_id: string
  code: string
  name: string
  amount: Pence
  period: Budget['period']
  /** First day of the period. */
  from: CalendarDate
}

/** Managers are notified once each time the balance of an account falls below its threshold. */
export interface BalanceLow {
  event: 'balance_low'
  account_id: string
  name: string
  balance: Pence
  low_balance: Pence
}

/** Managers are notified that a user cannot buy for lack of money, when the user asks for it. */
export interface TopUpAsked {
  event: 'top_up_asked'
  account_id: string
  /** The name of the user. */
  asked_by: string
  /** The name of the account. */
  name: string
  missing: Pence
}

/** Managers are notified that the saved card of an account is not charged any more. */
export interface TopUpStopped {
  event: 'top_up_stopped'
  account_id: string
  /** The name of the account. */
  name: string
  amount: Pence
  reason: (typeof STOP_REASONS)[number]
}

/** Managers and operators are notified once of each change of a dispute. */
export interface PaymentDisputed {
  event: 'payment_disputed'
  account_id: string
  /** The name of the account. */
  name: string
  /** The name of the customer, for operators. */
  organisation?: string
  /** Of the payment. */
  reference: string
  amount: Pence
  state: DisputeState
  /** ISO 8601. */
  evidence_due?: string
}

/** Managers are notified once each time a printer in use has not been able to print for a while. */
export interface PrinterStopped {
  event: 'printer_stopped'
  /** The workstation. */
  alias: string
  printer: string
  /** The code of a device error. */
  error_code: string
}

/** Managers are notified once of each new version of the device manager. */
export interface DeviceOutdated {
  event: 'device_outdated'
  alias: string
  version: string
  newer_version: string
}

/** Managers are notified that a webhook was switched off, because it has accepted nothing for days. */
export interface WebhookStopped {
  event: 'webhook_stopped'
  /** Of its address, which may hold a secret further on. */
  host: string
}

/** Managers are notified once of each last day of an API key, two weeks before. */
export interface ApiKeyEnding {
  event: 'api_key_ending'
  key_id: string
  name: string
  last_day: CalendarDate
}

/** Managers are notified that an API key is refused, because the manager who made it was disabled. */
export interface ApiKeyStopped {
  event: 'api_key_stopped'
  key_id: string
  name: string
}

/** Every event that people are notified of, with the content of the mail. */
export type Notice =
  | AccountNotice
  | RefundRefused
  | BudgetExceeded
  | BalanceLow
  | TopUpAsked
  | TopUpStopped
  | PaymentDisputed
  | PrinterStopped
  | DeviceOutdated
  | WebhookStopped
  | ApiKeyEnding
  | ApiKeyStopped

/** A mail about a shipment on its way. It is not filed for a user. */
export interface DeliveryNotice {
  event: 'delivery'
  purchase_id: string
  about: DeliveryEvent
  recipient: 'addressee' | 'sender'
}

/** A notice about to be queued. */
export interface NewNotice {
  organisation_id: string
  /** Who is notified; without it, the managers. */
  user_id?: string
  /** The colleague who asked for it. */
  asked_by?: string
  notice: Notice
}
