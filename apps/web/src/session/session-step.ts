/** A session is renewed when it has less than this left (spec §9). */
export const TOKEN_RENEWAL_MS = 1_800_000
/** The user is warned when it has less than this left (spec §9). */
const EXPIRY_NOTICE_MS = 600_000

/** `live`: nothing to do. `renew`: request new tokens. `notice`: warn the user. `expired`: sign out. */
export type SessionStep = 'live' | 'renew' | 'notice' | 'expired'

/**
 * What to do with a session now. It is renewed for an active user; an inactive one is warned, and then signed out.
 * @param active whether the user did something since it became due for renewal @see spec §4
 */
export function sessionStep(expiresAt: Date, now: Date, active: boolean): SessionStep {
  const leftMs = expiresAt.getTime() - now.getTime()
  if (leftMs <= 0) return 'expired'
  if (leftMs <= TOKEN_RENEWAL_MS && active) return 'renew'
  return leftMs <= EXPIRY_NOTICE_MS ? 'notice' : 'live'
}

/**
 * What follows an expired session: with a refresh token the user returns to the same page after signing in; without
 * one they are signed out. @see spec §4
 */
export const endOf = (refreshToken: string): 'sign_in_again' | 'sign_out' =>
  refreshToken === '' ? 'sign_out' : 'sign_in_again'
