import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'
import { forgetAttempts, forgetAttemptsBefore, noteAttempt } from './sign-in-failure.store.ts'

const FAILURES_MAX = 10
const WINDOW_S = 15 * 60

/**
 * Lets a username be tried ten times in a quarter of an hour from one address; from other addresses its owner still gets
 * in. Refused attempts are not counted, so nobody stays locked out by trying. Counts hold over all server processes.
 *
 * @returns whether `attempt` succeeded
 */
export async function slowGuessing(
  { db, now }: Context,
  who: { username: string; address: string },
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  const key = `${who.username}\n${who.address}`
  const since = new Date(now().getTime() - WINDOW_S * 1000)
  await forgetAttemptsBefore(db, since)
  if (!(await noteAttempt(db, key, { since, now: now(), max: FAILURES_MAX })))
    throw new AppError('too_many_requests', { headers: { 'retry-after': String(WINDOW_S) } })
  const succeeded = await attempt()
  if (succeeded) await forgetAttempts(db, key)
  return succeeded
}
