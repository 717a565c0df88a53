import { toPence } from '../money.ts'

/** The limits of a new account, above what a small office spends and low enough to stop a thief: five purchases a second, £2,000 a day. */
export const LIMITS_OF_A_NEW_ACCOUNT = { purchases_per_minute: 300, pence_per_day: toPence(2_000_00) }
