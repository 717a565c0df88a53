/** A session is renewed when it has less than this left (spec §9). */
export const TOKEN_RENEWAL_S = 1800
/** The user is warned when it has less than this left (spec §9). */
const EXPIRY_NOTICE_S = 600

/** `live`: nothing to do. `renew`: request new tokens. `notice`: warn the user. `expired`: sign out. */
export type SessionStep = 'live' | 'renew' | 'notice' | 'expired'

/**
 * What to do with a session now. It is renewed for an active user; an inactive one is warned, and then signed out.
 * @param active whether the user did something since it became due for renewal @see spec §4
 */
export function sessionStep(expiresAt: Date, now: Date, active: boolean): SessionStep {
  const leftS = (expiresAt.getTime() - now.getTime()) / 1000
  if (leftS <= 0) return 'expired'
  if (leftS <= TOKEN_RENEWAL_S && active) return 'renew'
  return leftS <= EXPIRY_NOTICE_S ? 'notice' : 'live'
}

/**
 * What follows an expired session: with a refresh token the user returns to the same page after signing in; without
 * one they are signed out. @see spec §4
 */
export const endOf = (refreshToken: string): 'sign_in_again' | 'sign_out' =>
  refreshToken === '' ? 'sign_out' : 'sign_in_again'
