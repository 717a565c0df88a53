import { deleteGoods, listGoods, saveGoods, searchHsCodes, type Goods, type KeptGoods } from '@postroom/contract/goods'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { delay } from '../api/delay.ts'

const STALE_MS = 30_000

/** The goods that the organisation sends often, the last sent first. */
export const goodsQuery = queryOptions({
  queryKey: ['goods'],
  queryFn: async ({ signal }) => (await call(listGoods, {}, { signal })).data,
  staleTime: STALE_MS,
  meta: { isQuiet: true },
})

/** Typing pauses this long before codes are searched. */
const PAUSE_MS = 150

/** Codes of the Harmonized System with all of these words. */
export const hsQuery = (words: string) =>
  queryOptions({
    queryKey: ['hs codes', words],
    queryFn: async ({ signal }) => {
      await delay(PAUSE_MS)
      signal.throwIfAborted()
      return (await call(searchHsCodes, { query: { q: words } }, { signal })).data
    },
    enabled: words !== '',
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  })

/** Forgets kept goods, and keeps them again. The list shows the change at once. */
export function useKeptGoods() {
  const queries = useQueryClient()
  const change = (to: (goods: KeptGoods[]) => KeptGoods[]) =>
    queries.setQueryData(goodsQuery.queryKey, (goods) => goods && to(goods))
  const forget = useMutation({
    mutationFn: ({ id }: KeptGoods) => call(deleteGoods, { params: { id } }),
    onSuccess: ({ id }) => change((goods) => goods.filter((one) => one.id !== id)),
  })
  const keep = useMutation({
    mutationFn: (goods: Goods) => call(saveGoods, { body: goods }),
    onSuccess: (kept) => change((goods) => [kept, ...goods]),
  })
  return { forget, keep }
}
