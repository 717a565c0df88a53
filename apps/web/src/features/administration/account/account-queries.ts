import { exportStatement, getStatement, getStatementDays } from '@postroom/contract/carrier-account'
import { downloadVatStatement, exportVatStatement, getVatStatement } from '@postroom/contract/vat-statement'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { Days } from '../../../ui/lists/period.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { nextStart } from '../../../ui/lists/list-pages.ts'

const PAGE = 100
const within = ({ from, to }: Days) => ({ ...(from && { dateFrom: from }), ...(to && { dateTo: to }) })

// A purchase makes all keys that begin with 'balance' stale.

/** The movements of money of an account, newest first, a hundred at a time. */
export const movementsQuery = (accountId: string, { from, to }: Days) =>
  infiniteQueryOptions({
    queryKey: ['balance', accountId, 'movements', from, to],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...within({ from, to }), start: pageParam, length: PAGE, orderAsc: 'false' } as const
      return call(getStatement, { params: { accountId }, query }, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

/** The movements added up by day and kind, newest first, a hundred rows at a time. */
export const daysQuery = (accountId: string, { from, to }: Days) =>
  infiniteQueryOptions({
    queryKey: ['balance', accountId, 'days', from, to],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...within({ from, to }), start: pageParam, length: PAGE, orderAsc: 'false' } as const
      return call(getStatementDays, { params: { accountId }, query }, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

/** Saves the movements of the days as a CSV file. */
export const useSaveStatement = (accountId: string, days: Days) =>
  useMutation({
    mutationFn: () => call(exportStatement, { params: { accountId }, query: within(days) }),
    onSuccess: (bytes) => saveFile(bytes, 'statement.csv'),
  })

export const vatQuery = (accountId: string, month: string) =>
  queryOptions({
    queryKey: ['balance', accountId, 'vat', month],
    queryFn: ({ signal }) => call(getVatStatement, { params: { accountId }, query: { month } }, { signal }),
    meta: { isQuiet: true },
  })

/** Saves the VAT statement of a month, for a program or on paper. */
export const useSaveVat = (accountId: string, month: string) =>
  useMutation({
    mutationFn: async (kind: 'csv' | 'pdf') => {
      const asked = { params: { accountId }, query: { month } }
      const name = `vat-statement-${month}.${kind}` as const
      saveFile(await (kind === 'csv' ? call(exportVatStatement, asked) : call(downloadVatStatement, asked)), name)
    },
  })
