import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { countAttempt } from '../../http/limit-attempts.ts'
import { forgetAttempts, takeBackAttempt, type AttemptLimit } from './sign-in-failure.store.ts'

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

/** Who proved himself by mail may sign in at once, whatever was guessed before. */
export async function forgiveGuesses(db: Db, guesser: Guesser): Promise<void> {
  await forgetAttempts(db, pair(guesser))
  await forgetAttempts(db, anywhere(guesser.username))
}
