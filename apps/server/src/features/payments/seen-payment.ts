import type { Pence } from '@postroom/domain/money'
import type { Reversal } from './stripe-reversals.ts'

/** What Stripe knows of a payment at one moment. */
export interface SeenPayment {
  state: 'open' | 'pending' | 'paid' | 'failed'
  payment_id: string
  amount: Pence
  /** In lower case, as Stripe writes it. */
  currency: string
  reversals: Reversal[]
}
