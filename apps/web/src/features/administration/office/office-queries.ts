import { listDevices, type ListedDevice } from '@postroom/contract/device-list'
import { unpairHub } from '@postroom/contract/hub'
import { exportPrices, listPrices, type PriceNarrowing } from '@postroom/contract/price-list'
import { getRetention } from '@postroom/contract/retention'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { nextStart } from '../../../ui/lists/list-pages.ts'

const PAGE = 100

/** The device managers of the organisation, by name. */
export const devicesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['devices'],
    queryFn: ({ pageParam, signal }) => call(listDevices, { query: { start: pageParam, length: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

/** Revokes a device manager. `done` is called also after a refusal, which is shown as a toast. */
export function useUnpairDevice(done: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ListedDevice) => call(unpairHub, { params: { id } }),
    onSuccess: (_, { alias }) => showToast({ tone: 'good', text: t('device.unpaired', { alias }) }),
    onSettled: () => {
      done()
      return Promise.all(['devices', 'hubs'].map((first) => queryClient.invalidateQueries({ queryKey: [first] })))
    },
  })
}

/** The prices of a list, a hundred at a time. */
export const pricesQuery = (query: Partial<PriceNarrowing>) =>
  infiniteQueryOptions({
    queryKey: ['prices', query],
    queryFn: ({ pageParam, signal }) =>
      call(listPrices, { query: { ...query, start: pageParam, length: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

export const useSavePrices = (query: Partial<PriceNarrowing>) =>
  useMutation({
    mutationFn: () => call(exportPrices, { query }),
    onSuccess: (bytes) => saveFile(bytes, 'prices.csv'),
  })

export const retentionQuery = () =>
  queryOptions({
    queryKey: ['retention'],
    queryFn: async ({ signal }) => (await call(getRetention, {}, { signal })).data,
    meta: { isQuiet: true },
  })
