import { LOGOUT } from '../api/calls-without-schemas.ts'
import { delay } from '../api/delay.ts'
import { send } from '../api/send.ts'
import { beforeSignOut } from './before-sign-out.ts'
import { endSession, readSession } from './session-store.ts'
import { endOf } from './session-step.ts'

/** Signing out waits this long for what is not saved yet. */
const UNSAVED_WAIT_MS = 2_000

/** Signs out on the server and in every tab. @param text the reason, shown on the sign-in page */
export async function signOut(text?: string): Promise<void> {
  if (beforeSignOut.size > 0)
    await Promise.race([Promise.all([...beforeSignOut].map((finish) => finish())), delay(UNSAVED_WAIT_MS)])
  // sent while the token is still stored; the session is removed even if the server cannot be reached
  const loggedOut = send(LOGOUT, {}).catch(() => undefined)
  endSession(loginPath({ error: text }))
  await loggedOut
}

/** Why a session ended by itself: nobody used it, it reached its longest life, or the server no longer knows it. */
export const END_REASONS = ['idle', 'limit', 'elsewhere'] as const
export type EndReason = (typeof END_REASONS)[number]

/** The session has expired: opens the sign-in page, which returns here. @see spec §4 */
export function expireSession(reason?: EndReason): void {
  const session = readSession()
  if (!session) return
  const returnUrl = endOf(session.refresh_token) === 'sign_in_again' ? location.pathname + location.search : undefined
  endSession(loginPath({ returnUrl, reason }))
}

/** The sign-in page with its two parameters (spec §2), and why it appears by itself. */
export function loginPath(given: {
  returnUrl?: string | undefined
  error?: string | undefined
  reason?: EndReason | undefined
}): string {
  const query = new URLSearchParams(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return query.size === 0 ? '/login' : `/login?${query.toString()}`
}
