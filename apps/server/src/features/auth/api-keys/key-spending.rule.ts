import type { Requester } from '../../../access/actor.ts'
import { AppError } from '../../../app-error.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import { lockKeySpending } from './key-spending.store.ts'

/**
 * Refuses a purchase that takes the API key it is made with over its limit of a day. Call it after the purchase was inserted.
 *
 * @throws AppError key_spending_limit, with the seconds until a retry can succeed
 */
export async function refuseKeyOverspending(tx: Tx, { api_key }: Pick<Requester, 'api_key'>): Promise<void> {
  if (!api_key || api_key.pence_per_day === null) return
  const { today, seconds_left } = await lockKeySpending(tx, api_key.id)
  const { pence_per_day } = api_key
  if (today > pence_per_day)
    throw new AppError('key_spending_limit', { details: { pence_per_day }, retryAfterS: seconds_left })
}
