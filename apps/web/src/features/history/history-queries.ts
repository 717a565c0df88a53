import { listPrinted } from '@postroom/contract/evidence'
import type { Shipment } from '@postroom/contract/shipment'
import {
  exportShipments,
  NEWEST_SHIPMENTS_FILE,
  searchShipments,
  SHIPMENTS_FILE,
  type FoundShipment,
  type ShipmentQuery,
} from '@postroom/contract/shipment-search'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { trackShipment } from '@postroom/contract/shipment-tracking'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { saveFile } from '../../ui/save-file.ts'
import { narrowingOf, type HistoryFilter } from './history-filter.ts'
import { nextStart } from '../../ui/lists/list-pages.ts'

export interface HistoryOrder {
  by: ShipmentQuery['orderBy']
  isAscending: boolean
}

const PAGE = 100
/** Names of cost centres change rarely. */
const NAMES_STALE_MS = 5 * 60_000

/** The found shipments, a hundred at a time; the first page has their sum. */
export const historyQuery = (filter: HistoryFilter, { by, isAscending }: HistoryOrder) =>
  infiniteQueryOptions({
    queryKey: ['shipments', 'history', filter, by, isAscending],
    queryFn: ({ pageParam, signal }) =>
      call(
        searchShipments,
        {
          query: {
            ...narrowingOf(filter),
            start: pageParam,
            length: PAGE,
            orderBy: by,
            orderAsc: isAscending ? 'true' : 'false',
            withSum: pageParam === 0 ? 'true' : 'false',
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

/** Saves what is found, or its newest part when more is found than a file can have. */
export const useSaveHistory = (filter: HistoryFilter, isMore: boolean) =>
  useMutation({
    mutationFn: () => call(exportShipments, { query: narrowingOf(filter) }),
    onSuccess: (bytes) => saveFile(bytes, isMore ? NEWEST_SHIPMENTS_FILE : SHIPMENTS_FILE),
  })

export const costCentersQuery = () =>
  queryOptions({
    queryKey: ['cost_centers', 'names'],
    queryFn: async ({ signal }) =>
      (await call(listCostCenters, { query: { length: 100, orderBy: 'name' } }, { signal })).data,
    staleTime: NAMES_STALE_MS,
    meta: { isQuiet: true },
  })

/** The prints of a shipment; asked again when its print state changes. */
export const printedQuery = ({ id, print_state, prints }: Shipment) =>
  queryOptions({
    queryKey: ['shipments', id, 'printed', print_state, prints?.length],
    queryFn: async ({ signal }) => (await call(listPrinted, { params: { id } }, { signal })).data,
    placeholderData: (shown) => shown,
    meta: { isQuiet: true },
  })

export const trackingQuery = (id: string) =>
  queryOptions({
    queryKey: ['shipments', id, 'tracking'],
    queryFn: ({ signal }) => call(trackShipment, { params: { id } }, { signal }),
    meta: { isQuiet: true },
  })

/** The addressee by whom a shipment is known; empty for letters without one. */
export const nameOf = ({ to }: FoundShipment): string => companyOrPerson(to)
