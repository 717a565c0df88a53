/** A session is renewed when it has less than this left (spec §9). */
export const TOKEN_RENEWAL_S = 1800
/** The user is told when it has less than this left (spec §9). */
const EXPIRY_NOTICE_S = 600

/** `live`: nothing to do. `renew`: ask for new tokens. `notice`: tell the user. `expired`: sign out. */
export type SessionStep = 'live' | 'renew' | 'notice' | 'expired'

/**
 * What to do about a session now. Only a user who is there has it renewed by itself; one who went away is told, and
 * then signed out. @param active whether the user did something since the time of renewal began @see spec §4
 */
export function sessionStep(expiresAt: Date, now: Date, active: boolean): SessionStep {
  const leftS = (expiresAt.getTime() - now.getTime()) / 1000
  if (leftS <= 0) return 'expired'
  if (leftS <= TOKEN_RENEWAL_S && active) return 'renew'
  return leftS <= EXPIRY_NOTICE_S ? 'notice' : 'live'
}

/**
 * What becomes of an expired session: with a refresh token the user comes back to where he was after signing in,
 * without one he is signed out. @see spec §4
 */
export const endOf = (refreshToken: string): 'sign_in_again' | 'sign_out' =>
  refreshToken === '' ? 'sign_out' : 'sign_in_again'
