import { refreshToken, WEB_CLIENT_ID } from '@postroom/contract/auth'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { expireSession } from './end-session.ts'
import { readSession, saveSession } from './session-store.ts'

/**
 * Gets new tokens, in one tab only: the others wait and find them saved. A refresh token works once, so two tabs that
 * use the same one would end the session. @see spec §4
 */
export async function renewSession(): Promise<void> {
  const before = readSession()?.token
  await navigator.locks.request('postroom.renewal', async () => {
    const session = readSession()
    if (!session || session.token !== before) return
    try {
      const body = { grant_type: 'token', client_id: WEB_CLIENT_ID, refresh_token: session.refresh_token }
      saveSession(await call(refreshToken, { body }))
    } catch (error) {
      // silence and trouble pass, so the next round tries again; a refusal does not
      if (error instanceof ApiError && error.status === 401) expireSession()
    }
  })
}
