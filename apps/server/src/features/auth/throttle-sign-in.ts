import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { countAttempt } from '../../access/limit-attempts.ts'
import { networkOf } from '../../access/network-of.ts'
import { clearAttempts, guessesAt, deleteAttempt, type AttemptLimit } from './sign-in-failure.store.ts'

interface Guesser {
  username: string
  address: string
  /** A session or browser of this user. It has its own guesses, which strangers cannot use up. */
  known?: string | undefined
}

/** The outcome of an attempt. `unfinished`: what was given is right, and a code is required too. */
export type Outcome = 'right' | 'wrong' | 'unfinished'

const pair = ({ username, address, known }: Guesser) => guessesAt(username) + (known ?? networkOf(address))
const anywhere = (username: string) => `${guessesAt(username)}anywhere`

const network = (address: string): AttemptLimit => ({ counter: `sign-in from\n${networkOf(address)}`, max: 100 })

/** Limits for a user who mistypes, for many machines that try one name, and for one machine that tries many names. */
const limitsOf = (guesser: Guesser): AttemptLimit[] =>
  guesser.known === undefined
    ? [{ counter: pair(guesser), max: 10 }, { counter: anywhere(guesser.username), max: 100 }, network(guesser.address)]
    : [{ counter: pair(guesser), max: 10 }]

/**
 * Throttles sign-ins: in 15 minutes a username may be tried ten times from one network and a hundred times from all; each
 * session and known browser of the user has ten more. Throttled attempts are not counted, so trying does not prolong the
 * lock. All server processes share the counts.
 *
 * @returns the outcome of `attempt`: a wrong one, or one that throws, stays counted; a right one clears earlier ones
 */
export async function throttleSignIn(
  context: Context,
  guesser: Guesser,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const notes = await countAttempt(context, limitsOf(guesser))
  const outcome = await attempt()
  if (outcome !== 'wrong') await deleteAttempt(context.db, notes)
  if (outcome === 'right') await clearAttempts(context.db, [pair(guesser)])
  return outcome
}

/**
 * Throttles sign-ins that name no user, with passkeys: a network may fail a hundred times in 15 minutes, passwords included.
 *
 * @returns what `attempt` does: an attempt without a result, or that throws, stays counted
 */
export async function throttleNetwork<T>(
  context: Context,
  address: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const notes = await countAttempt(context, [network(address)])
  const result = await attempt()
  if (result !== undefined) await deleteAttempt(context.db, notes)
  return result
}

/** Clears the counts, so that a user who set a password by mail can sign in at once. */
export const clearGuesses = (db: Db, guesser: Guesser): Promise<unknown> =>
  clearAttempts(db, [pair(guesser), anywhere(guesser.username)])
