import { ApiError, NetworkError } from '../../api/api-error.ts'

/**
 * Why signing in failed: the server's own words for 401, status and its text for any other answer, our words when
 * nobody answered. @throws the error when it is none of these @see spec §8
 */
export function signInFailure(error: Error, networkWords: string): string {
  if (error instanceof NetworkError) return networkWords
  if (!(error instanceof ApiError)) throw error
  if (error.status === 401 && error.description !== undefined) return error.description
  return `${error.status} - ${error.statusText}`
}
