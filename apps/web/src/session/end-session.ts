import { logout } from '@postroom/contract/identity'
import { call } from '../api/call.ts'
import { endSession, readSession } from './session-store.ts'
import { endOf } from './session-step.ts'

/** Signs out here and on the server, in every tab. @param text for the sign-in page, when there is something to explain */
export async function signOut(text?: string): Promise<void> {
  // begun while the token is still known; whether the server hears it or not, this browser forgets
  const told = call(logout, {}).catch(() => undefined)
  endSession(loginPath({ error: text }))
  await told
}

/** The session has run out: back to the sign-in page, and from there to this page again. @see spec §4 */
export function expireSession(): void {
  const session = readSession()
  if (!session) return
  const returnUrl = endOf(session.refresh_token) === 'sign_in_again' ? location.pathname + location.search : undefined
  endSession(loginPath({ returnUrl }))
}

/** The sign-in page with its two parameters (spec §2). */
export function loginPath(given: { returnUrl?: string | undefined; error?: string | undefined }): string {
  const query = new URLSearchParams(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return query.size === 0 ? '/login' : `/login?${query.toString()}`
}
