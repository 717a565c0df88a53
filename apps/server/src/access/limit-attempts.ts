import type { Context } from '../context.ts'
import { recordAttempt, type AttemptLimit } from '../features/auth/sign-in-failure.store.ts'
import { AppError } from '../app-error.ts'

const WINDOW_S = 15 * 60

type Clocked = Pick<Context, 'db' | 'now'>

/** Counts an attempt at something that is limited per quarter of an hour. @throws AppError too_many_requests */
export async function countAttempt(context: Clocked, limits: AttemptLimit[]): Promise<number[]> {
  const notes = await recordWithinLimits(context, limits)
  if (!notes) throw new AppError('too_many_requests', { retryAfterS: WINDOW_S })
  return notes
}

/**
 * @returns the ids of the recorded attempts, or nothing when the limit for the last quarter of an hour, or for
 * `windowS`, is reached
 */
export async function recordWithinLimits(
  { db, now: clock }: Clocked,
  limits: AttemptLimit[],
  windowS = WINDOW_S,
): Promise<number[] | undefined> {
  const now = clock()
  const since = new Date(now.getTime() - windowS * 1000)
  return recordAttempt(db, limits, { since, now })
}
