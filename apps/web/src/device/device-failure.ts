import { DeviceError } from '@postroom/hub/device-client'
import { ApiError, isUnreachable } from '../api/api-error.ts'
import { announceFailure } from '../api/query-client.ts'
import { i18next } from '../i18n.ts'
import { showToast } from '../ui/toast-queue.ts'

/** Shows a device error as the warning 'Device Error'; an ended session leads to the sign-in page instead. @see spec §8 */
export function notifyDeviceFailure(cause: unknown): void {
  if (cause instanceof ApiError && cause.status === 401) return announceFailure(cause)
  showToast({
    tone: 'warn',
    text: i18next.t('common.about', { what: i18next.t('device.error_toast'), text: reasonOf(cause) }),
  })
}

function reasonOf(cause: unknown): string {
  if (cause instanceof DeviceError) return i18next.t(`deviceError.${cause.code}`, { defaultValue: cause.message })
  if (cause instanceof ApiError && cause.code !== undefined)
    return i18next.t(`backendError.${cause.code}`, { defaultValue: cause.message })
  return i18next.t(`printing.refusal.${isUnreachable(cause) ? 'server_unreachable' : 'device_not_connected'}`)
}
