import { toPence } from '../money.ts'

/** What one payment by card may be, in pence: £5 to £5,000. Below it the fee of the payment service eats too much of it. */
export const PAYMENT_LIMITS = { least: toPence(5_00), most: toPence(5_000_00) }

/** Amounts offered at one press, in pence. */
export const QUICK_AMOUNTS = [20_00, 50_00, 100_00, 250_00].map(toPence)
