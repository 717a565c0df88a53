import { getSignOn, removeSignOn, saveSignOn, testSignOn, type SignOnSettings } from '@postroom/contract/sign-on'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const signOnQuery = () =>
  queryOptions({
    queryKey: ['sign-on-settings'],
    queryFn: ({ signal }) => call(getSignOn, {}, { signal }),
    meta: { isQuiet: true },
  })

/** Saves how the organisation signs on, if the issuer is ready. @returns what the issuer's configuration says */
export function useSaveSignOn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settings: SignOnSettings) => call(saveSignOn, { body: settings }),
    onSuccess: () => queryClient.invalidateQueries(signOnQuery()),
  })
}

export const useTestSignOn = () =>
  useMutation({ mutationFn: (issuer: string) => call(testSignOn, { body: { issuer } }) })

export function useRemoveSignOn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(removeSignOn, {}),
    onSuccess: () => queryClient.invalidateQueries(signOnQuery()),
  })
}
