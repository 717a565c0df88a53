import { ApiError, NetworkError } from '../../api/api-error.ts'

/**
 * Why signing in failed: the server's message for 401, status code and text for any other response, our own text without
 * a response. @throws any other error @see spec §8
 */
export function signInFailure(error: Error, networkText: string): string {
  if (error instanceof NetworkError) return networkText
  if (!(error instanceof ApiError)) throw error
  if (error.status === 401 && error.description !== undefined) return error.description
  return `${error.status} - ${error.statusText}`
}

/** What an error says about two-factor: the code is required, or wrong. Both are shown at its field. */
export function twoFactorIn(error: Error | null): 'asked' | 'refused' | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'mfa_required') return 'asked'
  const isRefused = error.code === 'otp_invalid' || error.fields.some(({ field }) => field === 'otp')
  return isRefused ? 'refused' : undefined
}
