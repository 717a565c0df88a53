import type { Context } from '../context.ts'
import { noteAttempt, type AttemptLimit } from '../features/auth/sign-in-failure.store.ts'
import { AppError } from '../app-error.ts'

const WINDOW_S = 15 * 60

type Clocked = Pick<Context, 'db' | 'now'>

/** Counts something that may be done only so often in a quarter of an hour. @throws AppError too_many_requests */
export async function countAttempt(context: Clocked, limits: AttemptLimit[]): Promise<number[]> {
  const notes = await noteWithinLimits(context, limits)
  if (!notes) throw new AppError('too_many_requests', { retryAfterS: WINDOW_S })
  return notes
}

/** @returns the notes of the attempt, or nothing when there were too many in the last quarter of an hour, or in `windowS` */
export async function noteWithinLimits(
  { db, now: clock }: Clocked,
  limits: AttemptLimit[],
  windowS = WINDOW_S,
): Promise<number[] | undefined> {
  const now = clock()
  const since = new Date(now.getTime() - windowS * 1000)
  return noteAttempt(db, limits, { since, now })
}
