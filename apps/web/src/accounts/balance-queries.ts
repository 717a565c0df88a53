import { getBalance, listCarrierAccounts } from '@postroom/contract/carrier'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** How many accounts are requested (spec §9). */
const ACCOUNT_LIST_LENGTH = 100
const STALE_MS = 300_000

/** The active prepaid accounts of the organisation, by name. */
const accountsQuery = () =>
  queryOptions({
    queryKey: ['accounts'],
    queryFn: ({ signal }) =>
      call(listCarrierAccounts, { query: { length: ACCOUNT_LIST_LENGTH, is_active: 'true' } }, { signal }),
    staleTime: STALE_MS,
  })

const balanceQuery = (accountId: string | undefined) =>
  queryOptions({
    queryKey: ['balance', accountId],
    queryFn: ({ signal }) => call(getBalance, { params: { accountId: accountId ?? '' } }, { signal }),
    enabled: accountId !== undefined,
    refetchOnWindowFocus: 'always',
  })

/** The account that pays and its balance; spending invalidates `['balance']`. */
export function useBalance() {
  const accounts = useQuery(accountsQuery())
  const account = accounts.data?.data[0]
  const balance = useQuery(balanceQuery(account?.id))
  return {
    account,
    balance: balance.data,
    isPending: accounts.isPending || (account !== undefined && balance.isPending),
    isError: accounts.isError || balance.isError,
    retry: () => void (accounts.isError ? accounts.refetch() : balance.refetch()),
  }
}
