import * as calls from '@postroom/contract/contract-price'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { nextStart } from '../../../ui/lists/list-pages.ts'

const PAGE = 50

/** The contract price lists of all accounts, the one that begins last first. */
export const contractsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['contract_prices'],
    queryFn: ({ pageParam, signal }) =>
      call(calls.listContractPrices, { query: { start: pageParam, length: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

/** A file of prices for an account, from a day on. */
export interface OfferedPrices {
  file: File
  account: string
  from: string
}

const requestOf = async ({ file, account, from }: OfferedPrices) => ({
  params: { accountId: account },
  query: { effective_from: from },
  body: await file.text(),
})

/** Asks what a file would change. Nothing is stored; the dialog shows why it is refused. */
export const useCheckContract = () =>
  useMutation({
    mutationFn: async (offered: OfferedPrices) => call(calls.checkContractPrices, await requestOf(offered)),
    meta: { isQuiet: true },
  })

export const useAddContract = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (offered: OfferedPrices) => call(calls.addContractPrices, await requestOf(offered)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contractsQuery().queryKey }),
    meta: { isQuiet: true },
  })
}

export const useWithdrawContract = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (listId: string) => call(calls.withdrawContractPrices, { params: { listId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contractsQuery().queryKey }),
  })
}

/** Saves the prices of a list as a file that can be added again. */
export const useSaveContract = () =>
  useMutation({
    mutationFn: async ({ id, from }: { id: string; from: string }) =>
      saveFile(await call(calls.exportContractPrices, { params: { listId: id } }), `contract-prices-${from}.csv`),
  })
