import type { AuthUser } from '@postroom/contract/auth'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { AppError } from '../../app-error.ts'
import { sealUnder } from '../../sealed-text.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { getUser } from '../identity/user.store.ts'
import { issueTokens } from './issue-tokens.ts'
import { deleteSession, lockSessionToRenew, startGeneration, type Session } from './session.store.ts'
import type { SignedIn } from './open-session.ts'

/** Two tabs may renew at once, or a response may get lost and the request be repeated. */
const GRACE_S = 10

/**
 * Renews a session: each refresh token starts the next generation once. For ten seconds, a repeat of that token returns
 * the same new tokens. Any older token means that one of the two holders stole it, so the session ends.
 */
export async function renewSession({ db, now: clock }: Context, refreshToken: string): Promise<SignedIn> {
  const now = clock()
  const renewed = await inTransaction(db, async (tx) => {
    const session = await lockSessionToRenew(tx, refreshToken)
    if (!session || session.ends_at <= now) return undefined
    const user = await getUser(tx, session.user_id)
    const step = renewalStep(session, now)
    if (step === 'end') {
      await deleteSession(tx, session.id) // must be committed, so the refusal is thrown outside
      const { organisation_id, id: user_id } = user
      await recordAudit(tx, { organisation_id, user_id, event: 'refresh_token_reused', subject: session.id })
      return undefined
    }
    if (step === 'repeat') {
      const authUser = givenBefore(session, refreshToken, now)
      return authUser && { authUser, xsrfToken: session.xsrf_token }
    }
    const next = { ...session, generation: session.generation + 1 }
    const authUser = await issueTokens(tx, next, user, now)
    const successor = sealUnder(refreshToken).seal(JSON.stringify(authUser), session.id)
    await startGeneration(tx, session.id, { generation: next.generation, renewed_at: now, successor })
    return { authUser, xsrfToken: session.xsrf_token }
  })
  if (!renewed) throw new AppError('refresh_token_invalid')
  return renewed
}

/** The response of the latest renewal. Tokens are stored as hashes only, so it is encrypted under the token that was renewed. */
function givenBefore({ id, successor }: Session, refreshToken: string, now: Date): AuthUser | undefined {
  const opened = successor === null ? undefined : sealUnder(refreshToken).open(successor, id)
  if (opened === undefined) return undefined
  const authUser = JSON.parse(opened) as AuthUser
  const expires_in = Math.max(0, Math.floor((Date.parse(authUser.expires_at) - now.getTime()) / 1000))
  return { ...authUser, expires_in }
}

function renewalStep(
  session: { generation: number; token_generation: number; renewed_at: Date },
  now: Date,
): 'renew' | 'repeat' | 'end' {
  if (session.token_generation === session.generation) return 'renew'
  const justUsed = session.token_generation === session.generation - 1
  const inGrace = now.getTime() - session.renewed_at.getTime() <= GRACE_S * 1000
  return justUsed && inGrace ? 'repeat' : 'end'
}
