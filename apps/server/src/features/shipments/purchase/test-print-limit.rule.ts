import type { Actor } from '../../../access/actor.ts'
import { AppError } from '../../../app-error.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import { countTestPrints } from './test-print-limit.store.ts'

/** A test print takes a user at least three seconds, and a batch has up to 1,000 rows. */
const LIMITS = [
  { limit: 'user_per_minute', max: 30, retry_s: 60 },
  { limit: 'organisation_per_minute', max: 60, retry_s: 60 },
  { limit: 'organisation_per_day', max: 600, retry_s: 3600 },
] as const

/**
 * Refuses a test print over the limit. Call it after the test print was inserted, so that simultaneous ones count each other.
 *
 * @throws AppError test_print_limit, with the seconds until a retry can succeed
 */
export async function refuseTestFlood(tx: Tx, actor: Actor): Promise<void> {
  const printed = await countTestPrints(tx, actor)
  for (const { limit, max, retry_s } of LIMITS)
    if (printed[limit] > max) throw new AppError('test_print_limit', { details: { max }, retryAfterS: retry_s })
}
