import type { Tx } from '../../db/in-transaction.ts'
import { AppError } from '../../app-error.ts'
import type { CarrierAccount } from './account.store.ts'
import { spendingOf } from './spending.store.ts'

/**
 * Refuses a purchase that takes its account over the limit of a minute or of a day. Call it after the purchase was inserted
 * and its money held: the hold locks the account, so each of many simultaneous purchases counts those before it.
 *
 * @throws AppError spending_limit, with the seconds until a retry can succeed
 */
export async function refuseOverspending(tx: Tx, account: CarrierAccount): Promise<void> {
  const { purchases_per_minute, pence_per_day } = account
  if (purchases_per_minute === null && pence_per_day === null) return
  const spent = await spendingOf(tx, account.id)
  if (purchases_per_minute !== null && spent.in_a_minute > purchases_per_minute)
    throw limited({ purchases_per_minute }, 60)
  if (pence_per_day !== null && spent.today > pence_per_day) throw limited({ pence_per_day }, spent.seconds_left)
}

const limited = (details: Record<string, number>, seconds: number): AppError =>
  new AppError('spending_limit', { details, retryAfterS: seconds })
