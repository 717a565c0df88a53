import type { TFunction } from 'i18next'
import { ApiError, NetworkError } from '../../api/api-error.ts'

/** Why a password was not reset, in the user's language. @throws any error that did not come from the call */
export function resetFailure(error: Error, t: TFunction): string {
  if (error instanceof NetworkError) return t('login.network_error')
  if (!(error instanceof ApiError)) throw error
  return t(`backendError.${error.code}`, { defaultValue: error.message })
}
