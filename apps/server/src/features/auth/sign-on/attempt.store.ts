import type { Db } from '../../../db/database.ts'
import { hashOf } from '../../../secret-token.ts'
import { sealUnder } from '../../../sealed-text.ts'

const ATTEMPT_S = 10 * 60

/** What finishes a sign-in that has begun. */
interface Attempt {
  verifier: string
  nonce: string
  return_url?: string | undefined
}

/** What the browser holds: `state` travels through the identity provider, `browser` is in a cookie. */
interface Held {
  state: string
  browser: string
}

/** Keeps a sign-in that has begun. Only the browser that holds both secrets can read it. */
export const keepAttempt = (
  db: Db,
  { state, browser }: Held,
  of: { organisation_id: string; now: Date },
  attempt: Attempt,
): Promise<unknown> =>
  db
    .insertInto('sign_on_attempt')
    .values({
      state_hash: hashOf(state),
      organisation_id: of.organisation_id,
      sealed: sealUnder(state).seal(JSON.stringify(attempt), browser),
      expires_at: new Date(of.now.getTime() + ATTEMPT_S * 1000),
    })
    .execute()

/** Takes a sign-in that has begun, once. @returns nothing when it was taken, has expired or began in another browser */
export async function takeAttempt(
  db: Db,
  { state, browser }: Held,
  now: Date,
): Promise<(Attempt & { organisation_id: string }) | undefined> {
  const taken = await db
    .deleteFrom('sign_on_attempt')
    .where('state_hash', '=', hashOf(state))
    .where('expires_at', '>', now)
    .returning(['organisation_id', 'sealed'])
    .executeTakeFirst()
  const opened = taken && sealUnder(state).open(taken.sealed, browser)
  return opened === undefined ? undefined : { ...(JSON.parse(opened) as Attempt), ...taken! }
}
