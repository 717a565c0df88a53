import { toPence } from '../money.ts'

/** What one payment by card may be, in pence: £5 to £5,000. Below it the fee of the payment service eats too much of it. */
export const PAYMENT_LIMITS = { least: toPence(5_00), most: toPence(5_000_00) }

/** Amounts offered at one press, in pence. */
export const QUICK_AMOUNTS = [toPence(20_00), toPence(50_00), toPence(100_00), toPence(250_00)]
