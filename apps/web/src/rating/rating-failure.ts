import type { TFunction } from 'i18next'
import { ApiError } from '../api/api-error.ts'
import { announceFailure } from '../api/query-client.ts'
import { i18next } from '../i18n.ts'
import { showToast } from '../ui/toast-queue.ts'

/** Why there are no prices, in the user's language; for a code newer than this page, in the server's words. @see spec §8 */
export function ratingFailureText(cause: unknown, t: TFunction): string {
  if (cause instanceof ApiError && cause.code !== undefined)
    return t(`backendError.${cause.code}`, { defaultValue: cause.message })
  return t('shipping.no_connection')
}

/** A rating failure is a toast with the server's message; an ended session leads to the sign-in page. @see spec §8 */
export function notifyRatingFailure(cause: unknown): void {
  if (cause instanceof ApiError && cause.code === 'session_expired') return announceFailure(cause)
  const { t } = i18next
  showToast({
    tone: 'error',
    text: t('common.about', { what: t('shipping.rating_error'), text: ratingFailureText(cause, t) }),
  })
}
