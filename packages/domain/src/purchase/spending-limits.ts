import { toPence } from '../money.ts'

/** Limits of a new account: a small office does not reach them, a thief soon does. Five purchases a second, £2,000 a day. */
export const LIMITS_OF_A_NEW_ACCOUNT = { purchases_per_minute: 300, pence_per_day: toPence(2_000_00) }
