import {
  downloadManifest,
  listManifests,
  makeManifest,
  retryManifest,
  type Manifest,
} from '@postroom/contract/manifest'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { saveFile } from '../../../ui/save-file.ts'

const LOOK_EVERY_MS = 5_000

export const isOpen = (manifest: Manifest | undefined): boolean =>
  manifest?.state === 'asked' || manifest?.state === 'pending'

/** The newest manifest of an account, and what waits for the next one. Looked at until it is made. */
export const manifestsQuery = (accountId: string) =>
  queryOptions({
    // a purchase makes all keys that begin with 'balance' stale, and adds to what waits
    queryKey: ['balance', accountId, 'manifests'],
    queryFn: ({ signal }) =>
      call(listManifests, { params: { accountId }, query: { length: 1, orderAsc: 'false' } }, { signal }),
    refetchInterval: ({ state }) => (isOpen(state.data?.data[0]) ? LOOK_EVERY_MS : false),
    meta: { isQuiet: true },
  })

/** Ends the day, or asks again for a manifest that failed. */
export function useAskForManifest(accountId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (failed?: Manifest) =>
      failed
        ? call(retryManifest, { params: { accountId, manifestId: failed.id } })
        : call(makeManifest, { params: { accountId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: manifestsQuery(accountId).queryKey }),
  })
}

export const useSaveManifest = (accountId: string) =>
  useMutation({
    mutationFn: ({ id }: Manifest) => call(downloadManifest, { params: { accountId, manifestId: id } }),
    onSuccess: (pdf, { number }) => saveFile(pdf, `manifest-${number}.pdf`),
  })
