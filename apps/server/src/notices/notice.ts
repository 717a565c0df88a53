import type { CalendarDate } from '@postroom/domain/calendar'
import type { Pence } from '@postroom/domain/money'
import type { Budget } from '@postroom/domain/purchase/budget'

/** A user is notified of a change of their own account, at the address they had when it happened. */
export interface AccountNotice {
  event: 'password_changed' | 'email_changed' | 'codes_guessed' | 'two_factor_on' | 'two_factor_off'
  username: string
  email: string
}

/** The user who requested a void is notified that the carrier refused it. */
interface RefundRefused {
  event: 'refund_refused'
  purchase_id: string
  /** The void number. */
  n: number
}

/** Managers are notified of the first purchase beyond a budget in each of its periods. */
export interface BudgetExceeded {
  event: 'budget_exceeded'
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
  name: string
  balance: Pence
  low_balance: Pence
}

/** Managers are notified that a user cannot buy for lack of money, when the user asks for it. */
export interface TopUpAsked {
  event: 'top_up_asked'
  /** The name of the user. */
  asked_by: string
  /** The name of the account. */
  name: string
  missing: Pence
}

/** Every event that people are notified of by mail, with the content of the mail. */
export type Notice = AccountNotice | RefundRefused | BudgetExceeded | BalanceLow | TopUpAsked
