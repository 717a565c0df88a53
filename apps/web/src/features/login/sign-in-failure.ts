import type { TFunction } from 'i18next'
import { ApiError, NetworkError } from '../../api/api-error.ts'

/**
 * Why signing in failed: the server's message for 401 in the language of the page, status code and text for any other response, our own text without
 * a response. @throws any other error @see spec §8
 */
export function signInFailure(error: Error, t: TFunction): string {
  if (error instanceof NetworkError) return t('login.network_error')
  if (!(error instanceof ApiError)) throw error
  if (error.status === 401 && error.code !== undefined)
    return t(`backendError.${error.code}`, { defaultValue: error.description ?? error.code })
  return `${error.status} - ${error.statusText}`
}

/** What an error says about two-factor: the code is required, or wrong. Both are shown at its field. */
export function twoFactorIn(error: Error | null): 'asked' | 'refused' | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'mfa_required') return 'asked'
  const isRefused = error.code === 'otp_invalid' || error.fields.some(({ field }) => field === 'otp')
  return isRefused ? 'refused' : undefined
}

/** What a passkey has to sign as the second step, where the user has one. */
export function passkeyChallengeIn(error: Error | null): string | undefined {
  const challenge = error instanceof ApiError ? error.details['passkey_challenge'] : undefined
  return typeof challenge === 'string' ? challenge : undefined
}
