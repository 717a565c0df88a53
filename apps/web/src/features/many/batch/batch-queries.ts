import { getBatch, stopBatch } from '@postroom/contract/shipment-batch'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const EVERY_MS = 1_500
/** Print states still change after the last row is bought. */
const AFTERWARDS_MS = 5_000

/** A batch with its rows, again and again while something may change. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batch', id],
    queryFn: ({ signal }) => call(getBatch, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.state !== 'done') return EVERY_MS
      return data.rows.some(({ bought }) => bought && bought.print_state !== 'printed') ? AFTERWARDS_MS : false
    },
  })

/** Starts no further row of the batch. */
export function useStopBatch(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(stopBatch, { params: { id } }),
    onSuccess: (batch) => queryClient.setQueryData(batchQuery(id).queryKey, batch),
  })
}
