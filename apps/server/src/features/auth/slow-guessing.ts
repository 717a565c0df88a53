import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import {
  forgetAttempts,
  forgetAttemptsBefore,
  noteAttempt,
  takeBackAttempt,
  type AttemptLimit,
} from './sign-in-failure.store.ts'

const WINDOW_S = 15 * 60

interface Guesser {
  username: string
  address: string
}

const pair = ({ username, address }: Guesser) => `${username}\n${address}`
const anywhere = (username: string) => `${username}\nanywhere`

/** Somebody who mistypes; many machines that try one name; one machine that tries many names. */
const limitsOf = (guesser: Guesser): AttemptLimit[] => [
  { who: pair(guesser), max: 10 },
  { who: anywhere(guesser.username), max: 100 },
  { who: `anybody\n${guesser.address}`, max: 100 },
]

/**
 * Lets a username be tried ten times in a quarter of an hour from one address; from other addresses its owner still gets
 * in. Refused attempts are not counted, so nobody stays locked out by trying. Counts hold over all server processes.
 *
 * @returns whether `attempt` succeeded; one that throws stays counted
 */
export async function slowGuessing(
  context: Context,
  guesser: Guesser,
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  const notes = await countAttempt(context, limitsOf(guesser))
  const succeeded = await attempt()
  if (!succeeded) return false
  await takeBackAttempt(context.db, notes)
  await forgetAttempts(context.db, pair(guesser))
  return true
}

/** Counts something that may be done only so often in a quarter of an hour. @throws AppError too_many_requests */
export async function countAttempt(context: Context, limits: AttemptLimit[]): Promise<number[]> {
  const notes = await noteWithinLimits(context, limits)
  if (!notes) throw new AppError('too_many_requests', { headers: { 'retry-after': String(WINDOW_S) } })
  return notes
}

/** @returns the notes of the attempt, or nothing when there were too many in the last quarter of an hour */
export async function noteWithinLimits(
  { db, now: clock }: Context,
  limits: AttemptLimit[],
): Promise<number[] | undefined> {
  const now = clock()
  const since = new Date(now.getTime() - WINDOW_S * 1000)
  await forgetAttemptsBefore(db, since)
  return noteAttempt(db, limits, { since, now })
}

/** Who proved himself by mail may sign in at once, whatever was guessed before. */
export async function forgiveGuesses(db: Db, guesser: Guesser): Promise<void> {
  await forgetAttempts(db, pair(guesser))
  await forgetAttempts(db, anywhere(guesser.username))
}
