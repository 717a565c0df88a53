import {
  listApiKeys,
  makeApiKey,
  renewApiKey,
  revokeApiKey,
  type NewApiKey,
  type RenewedApiKey,
} from '@postroom/contract/api-key'
import { listCarrierAccounts } from '@postroom/contract/carrier'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { announceFailure } from '../../../api/query-client.ts'

const NEWEST = 100

/** The newest keys of the organisation, ended ones too. */
export const keysQuery = () =>
  queryOptions({
    queryKey: ['api-keys'],
    queryFn: async ({ signal }) => (await call(listApiKeys, { query: { length: NEWEST } }, { signal })).data,
    meta: { isQuiet: true },
  })

/** Every account of the organisation, closed ones too. */
export const everyAccountQuery = () =>
  queryOptions({
    queryKey: ['accounts', 'every'],
    queryFn: async ({ signal }) => (await call(listCarrierAccounts, { query: { length: 100 } }, { signal })).data,
    meta: { isQuiet: true },
  })

export const useMakeKey = () => useKeyMutation((body: NewApiKey) => call(makeApiKey, { body }))

export const useRenewKey = (keyId: string) =>
  useKeyMutation((body: RenewedApiKey) => call(renewApiKey, { params: { keyId }, body }))

export const useRevokeKey = (keyId: string) => useKeyMutation(() => call(revokeApiKey, { params: { keyId } }))

/** The forms show refused fields themselves. */
function useKeyMutation<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    gcTime: 0, // an answer may hold a secret
    meta: { isQuiet: true },
    onError: (error) => refusedFields(error).length === 0 && announceFailure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  })
}

/** The fields of a form that the server refused. */
export const refusedFields = (error: unknown): string[] =>
  error instanceof ApiError ? error.fields.map(({ field }) => field.split('.')[0]!) : []
