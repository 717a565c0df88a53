import type { AuthUser } from '@postroom/contract/auth'
import type { Db } from '../../db/database.ts'
import type { User } from '../identity/user.store.ts'
import { newSecret } from '../../secret-token.ts'
import { insertToken, type Session } from './session.store.ts'

/** Longer than the 1800 s before expiry at which the web app renews (spec §4), or it would renew without end. */
const ACCESS_TOKEN_S = 7200

/** Gives a session an access token and a refresh token of its present generation; neither outlives the session. */
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
