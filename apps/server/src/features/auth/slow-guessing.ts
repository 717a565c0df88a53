import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { countAttempt } from '../../access/limit-attempts.ts'
import { networkOf } from '../../access/network-of.ts'
import { forgetAttempts, guessesAt, takeBackAttempt, type AttemptLimit } from './sign-in-failure.store.ts'

interface Guesser {
  username: string
  address: string
  /** A session or a browser of this very user: it has guesses of its own, which strangers cannot use up. */
  known?: string | undefined
}

/** What came of an attempt. `unfinished`: all that was given is right, and more is asked for. */
export type Outcome = 'right' | 'wrong' | 'unfinished'

const pair = ({ username, address, known }: Guesser) => guessesAt(username) + (known ?? networkOf(address))
const anywhere = (username: string) => `${guessesAt(username)}anywhere`

/** Somebody who mistypes; many machines that try one name; one machine that tries many names. */
const limitsOf = (guesser: Guesser): AttemptLimit[] =>
  guesser.known === undefined
    ? [
        { who: pair(guesser), max: 10 },
        { who: anywhere(guesser.username), max: 100 },
        { who: `sign-in from\n${networkOf(guesser.address)}`, max: 100 },
      ]
    : [{ who: pair(guesser), max: 10 }]

/**
 * Lets a username be tried ten times in a quarter of an hour from one network, and a hundred times from all of them; its
 * owner's own sessions and browsers have ten each besides. Refused attempts are not counted, so nobody stays locked out by
 * trying. Counts hold over all server processes.
 *
 * @returns what came of `attempt`; one that is wrong or throws stays counted, one that is right forgives those before it
 */
export async function throttleSignIn(
  context: Context,
  guesser: Guesser,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const notes = await countAttempt(context, limitsOf(guesser))
  const outcome = await attempt()
  if (outcome !== 'wrong') await takeBackAttempt(context.db, notes)
  if (outcome === 'right') await forgetAttempts(context.db, pair(guesser))
  return outcome
}

/** Who proved himself by mail may sign in at once, whatever was guessed before. */
export async function forgiveGuesses(db: Db, guesser: Guesser): Promise<void> {
  await forgetAttempts(db, pair(guesser))
  await forgetAttempts(db, anywhere(guesser.username))
}
