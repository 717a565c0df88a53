import type { Insertable } from 'kysely'
import type { Context } from '../../../context.ts'
import type { PasskeyTables } from '../../../db/tables/people/passkeys.ts'
import { hashOf, newSecret } from '../../../secret-token.ts'

/** As long as browsers show their dialog at most. */
export const CHALLENGE_S = 5 * 60

type Stored = Insertable<PasskeyTables['passkey_challenge']>
/** What a challenge may be signed for, and by whose passkey; a sign-in by anybody's. */
export type ChallengeUse = Pick<Stored, 'purpose' | 'user_id'>

/** Keeps a new challenge, for all server processes. @returns it in base64url */
export async function keepChallenge({ db, now }: Pick<Context, 'db' | 'now'>, use: ChallengeUse): Promise<string> {
  const challenge = newSecret()
  const expires_at = new Date(now().getTime() + CHALLENGE_S * 1000)
  await db
    .insertInto('passkey_challenge')
    .values({ ...use, challenge_hash: hashOf(challenge), expires_at })
    .execute()
  return challenge
}

/** Takes a challenge, once. @returns nothing when it was taken, has expired, never existed or is for another purpose */
export const takeChallenge = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  challenge: string,
  purposes: ChallengeUse['purpose'][],
): Promise<Pick<ChallengeUse, 'user_id'> | undefined> =>
  db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now())
    .returning('user_id')
    .executeTakeFirst()
