import { refreshToken, WEB_CLIENT_ID } from '@postroom/contract/auth'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { expireSession } from './end-session.ts'
import { readSession, saveSession } from './session-store.ts'

/** A renewal that extends a session by less than this has reached its end: it lasts twelve hours in all. */
export const WORTHWHILE_MS = 60_000

export type Renewal = 'renewed' | 'at_its_end' | 'not_now'

/**
 * Renews the tokens in one tab; the other tabs wait and read the saved ones. A refresh token works once, so two tabs that
 * use the same one would end the session. @see spec §4
 */
export async function renewSession(): Promise<Renewal> {
  const before = readSession()?.token
  return navigator.locks.request('postroom.renewal', async () => {
    const session = readSession()
    if (!session || session.token !== before) return 'renewed'
    try {
      const body = { grant_type: 'token', client_id: WEB_CLIENT_ID, refresh_token: session.refresh_token }
      saveSession(await call(refreshToken, { body }))
      const gained = Date.parse(readSession()!.expires_at) - Date.parse(session.expires_at)
      return gained < WORTHWHILE_MS ? 'at_its_end' : 'renewed'
    } catch (error) {
      // network and server errors are temporary, so the next check retries; a 401 is not
      if (error instanceof ApiError && error.status === 401) expireSession('elsewhere')
      return 'not_now'
    }
  })
}
