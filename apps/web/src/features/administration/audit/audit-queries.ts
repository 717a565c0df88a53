import { checkAuditChain, exportAuditEvents, getAuditChain, listAuditEvents } from '@postroom/contract/audit-log'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { askedOf, type ShownAudit } from './audit-filter.ts'
import { nextStart } from '../../../ui/lists/list-pages.ts'

const PAGE = 100

/** The matching entries, newest first, a hundred at a time. */
export const entriesQuery = (filter: ShownAudit) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAuditEvents, { query: { ...askedOf(filter), start: pageParam, length: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

/** What the last verification of the whole log found. */
export const chainQuery = () =>
  queryOptions({
    queryKey: ['audit', 'chain'],
    queryFn: ({ signal }) => call(getAuditChain, {}, { signal }),
    meta: { isQuiet: true },
  })

/** Verifies the whole log now. */
export function useCheckChain() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(checkAuditChain, {}),
    onSuccess: (chain) => queryClient.setQueryData(chainQuery().queryKey, chain),
  })
}

/** Saves the matching entries as a CSV file; that is an entry of the log too. */
export function useSaveAudit(filter: ShownAudit) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(exportAuditEvents, { query: askedOf(filter) }),
    onSuccess: (bytes) => {
      saveFile(bytes, 'audit-log.csv')
      return queryClient.invalidateQueries({ queryKey: ['audit'] })
    },
  })
}
