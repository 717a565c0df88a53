import {
  connectCarrierAccount,
  disconnectCarrierAccount,
  getCarrierConnection,
  testCarrierConnection,
  type CarrierKey,
  type ConnectionTest,
} from '@postroom/contract/carrier-connection'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const keyOf = (accountId: string) => ['accounts', accountId, 'connection']

export const connectionQuery = (accountId: string) =>
  queryOptions({
    queryKey: keyOf(accountId),
    queryFn: ({ signal }) => call(getCarrierConnection, { params: { accountId } }, { signal }),
    meta: { isQuiet: true },
  })

/** `connect` with a new key, `test` the present one, or `disconnect`, which answers nothing about the key. */
export type ConnectionAct = { act: 'connect'; key: CarrierKey } | { act: 'test' } | { act: 'disconnect' }

/** Acts on the connection; what is shown of it is read again afterwards. */
export function useConnectionAct(accountId: string) {
  const queryClient = useQueryClient()
  const params = { accountId }
  return useMutation({
    mutationFn: async (asked: ConnectionAct): Promise<ConnectionTest | undefined> => {
      if (asked.act === 'connect') return call(connectCarrierAccount, { params, body: asked.key })
      if (asked.act === 'test') return call(testCarrierConnection, { params })
      await call(disconnectCarrierAccount, { params })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(accountId) }),
  })
}
