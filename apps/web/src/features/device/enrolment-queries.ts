import { listEnrolmentCodes, makeEnrolmentCode, removeEnrolmentCode } from '@postroom/contract/enrolment'
import type { CallOf } from '@postroom/contract/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showToast } from '../../ui/toast-queue.ts'

/** Computers pair themselves meanwhile. */
const EVERY_MS = 10_000

/** The enrolment codes that are still valid. */
export const enrolmentCodesQuery = () =>
  queryOptions({
    queryKey: ['enrolment'],
    queryFn: async ({ signal }) => (await call(listEnrolmentCodes, { query: { length: 100 } }, { signal })).data,
    refetchInterval: ({ state: { data = [] } }) => data.length > 0 && EVERY_MS,
  })

export function useMakeEnrolmentCode() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ body }: CallOf<typeof makeEnrolmentCode>) => call(makeEnrolmentCode, { body }),
    gcTime: 0, // the answer holds the code
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['enrolment'] }),
  })
}

/** Withdraws a code. @param text the toast shown when it is done: its row is gone by then */
export function useRemoveEnrolmentCode(id: string, text: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(removeEnrolmentCode, { params: { id } }),
    onSuccess: () => showToast({ tone: 'good', text }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['enrolment'] }),
  })
}
