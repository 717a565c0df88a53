import {
  countReturns,
  exportReturns,
  listReturns,
  prepareAgain,
  recordReturn,
  updateReturn,
  type NewReturn,
  type ReturnChange,
  type ReturnedItem,
} from '@postroom/contract/returned-item'
import { getPending } from '@postroom/contract/shipment-pending'
import { searchShipments, type FoundShipment } from '@postroom/contract/shipment-search'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { href } from '../../pages.ts'
import { saveFile } from '../../ui/save-file.ts'
import { narrowingOf, type ReturnFilter } from './return-filter.ts'
import { nextStart } from '../../ui/lists/list-pages.ts'

const PAGE = 100
/** More are too many to choose from: the text is made longer. */
const CANDIDATES = 5

/** Shipments that an item in the hand may be. */
export const candidatesQuery = (text: string) =>
  queryOptions({
    queryKey: ['shipments', { returned: text }],
    queryFn: ({ signal }) =>
      call(searchShipments, { query: { text, withManual: 'true', length: CANDIDATES } }, { signal }),
    enabled: text !== '',
    meta: { isQuiet: true },
  })

/** The returned items, newest first, a hundred at a time. */
export const returnsQuery = (filter: ReturnFilter) =>
  infiniteQueryOptions({
    queryKey: ['returns', narrowingOf(filter)],
    queryFn: ({ pageParam, signal }) =>
      call(listReturns, { query: { ...narrowingOf(filter), start: pageParam, length: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

/** How often each reason came, among the items of the filter without its own reason. */
export function reasonsQuery(filter: ReturnFilter) {
  const { reason: _any, ...query } = narrowingOf(filter)
  return queryOptions({
    queryKey: ['returns', 'reasons', query],
    queryFn: async ({ signal }) => (await call(countReturns, { query }, { signal })).data,
    placeholderData: (shown) => shown,
    meta: { isQuiet: true },
  })
}

export const useSaveReturns = (filter: ReturnFilter) =>
  useMutation({
    mutationFn: () => call(exportReturns, { query: narrowingOf(filter) }),
    onSuccess: (bytes) => saveFile(bytes, 'returned-items.csv'),
  })

/** A change of the returned items. Their lists are stale afterwards, and the address book may be. */
function useReturnMutation<Wanted, Answer>(mutationFn: (wanted: Wanted) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => {
      for (const noun of ['returns', 'addresses']) void queryClient.invalidateQueries({ queryKey: [noun] })
    },
  })
}

export const useRecordReturn = () => useReturnMutation((body: NewReturn) => call(recordReturn, { body }))

export const useChangeReturn = () =>
  useReturnMutation(({ id, ...body }: { id: string } & ReturnChange) => call(updateReturn, { params: { id }, body }))

/**
 * Prepares an item to be sent again and finds the page where it is bought. However often it is asked for, by whomever, there is
 * one prepared shipment, so it is paid for once; once it is bought, the history shows it.
 */
export const useSendAgain = () =>
  useReturnMutation(async ({ id }: Pick<ReturnedItem, 'id'>): Promise<string> => {
    const { pending_id = '', number } = await call(prepareAgain, { params: { id } })
    try {
      return href('queued', { code: (await call(getPending, { params: { pending_id } })).code })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      return href('history', { q: number })
    }
  })

/** A number on one of its labels names that label; anything else, the shipment. */
export const nameItem = (
  shipment: FoundShipment,
  typed: string,
): Pick<NewReturn, 'barcode'> | Pick<NewReturn, 'shipment_id'> => {
  const code = typed.replaceAll(/\s/g, '').toUpperCase()
  const isLabel = shipment.transaction_type === 'postage' && shipment.item_numbers.includes(code)
  return isLabel ? { barcode: code } : { shipment_id: shipment.id }
}
