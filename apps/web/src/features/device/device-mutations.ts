import { pairHub, unpairHub } from '@postroom/contract/hub'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/api-error.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { notifyDeviceFailure } from '../../device/device-failure.ts'

/** Pairs the device manager that shows a code. A wrong code is shown at its field, not as a toast. */
export function usePairHub() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { code: string; alias: string }) => call(pairHub, { body }),
    meta: { isQuiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['hubs'] }),
    onError: (cause) => {
      if (!isCodeRefused(cause)) notifyDeviceFailure(cause)
    },
  })
}

export const isCodeRefused = (cause: unknown): cause is ApiError =>
  cause instanceof ApiError && cause.code === 'pairing_code_invalid'

/** Unpairs a device manager. @param text the toast shown when it is done */
export function useUnpairHub(text: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(unpairHub, { params: { id } }),
    meta: { isQuiet: true },
    onSuccess: () => {
      showToast({ tone: 'good', text: text })
      return queryClient.invalidateQueries({ queryKey: ['hubs'] })
    },
    onError: notifyDeviceFailure,
  })
}
