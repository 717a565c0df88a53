import { ApiError, NetworkError } from '../../api/api-error.ts'

/**
 * Why signing in failed: the server's own words for 401, status and its text for any other answer, our words when
 * nobody answered. @throws the error when it is none of these @see spec §8
 */
export function signInFailure(error: Error, networkText: string): string {
  if (error instanceof NetworkError) return networkText
  if (!(error instanceof ApiError)) throw error
  if (error.status === 401 && error.description !== undefined) return error.description
  return `${error.status} - ${error.statusText}`
}

/** What an answer says of the second step: that its code is asked for, or is not right. Both are told at its field. */
export function twoFactorIn(error: Error | null): 'asked' | 'refused' | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'mfa_required') return 'asked'
  const isRefused = error.code === 'otp_invalid' || error.fields.some(({ field }) => field === 'otp')
  return isRefused ? 'refused' : undefined
}
