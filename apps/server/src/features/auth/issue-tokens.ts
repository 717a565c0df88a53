import type { AuthUser } from '@postroom/contract/auth'
import type { Db } from '../../db/database.ts'
import type { User } from '../identity/user.store.ts'
import { newSecret } from '../../secret-token.ts'
import { insertToken, type Session } from './session.store.ts'

/** The web app renews 1800 s before expiry (spec §4): a token that lived no longer would be renewed without end. */
const ACCESS_TOKEN_S = 7200

/** Issues an access token and a refresh token of the session's current generation; neither outlives the session. */
export async function issueTokens(tx: Db, session: Session, user: User, now: Date): Promise<AuthUser> {
  const expiresAt = new Date(Math.min(now.getTime() + ACCESS_TOKEN_S * 1000, session.ends_at.getTime()))
  const access = newSecret()
  const refresh = newSecret()
  const of = { session_id: session.id, generation: session.generation }
  await insertToken(tx, { ...of, kind: 'access', secret: access, expires_at: expiresAt })
  await insertToken(tx, { ...of, kind: 'refresh', secret: refresh, expires_at: session.ends_at })
  return {
    id: user.id,
    username: user.username,
    fullname: user.fullname,
    email: user.email,
    plan: user.plan,
    token: access,
    refresh_token: refresh,
    expires_in: Math.floor((expiresAt.getTime() - now.getTime()) / 1000),
    expires_at: expiresAt.toISOString(),
  }
}
