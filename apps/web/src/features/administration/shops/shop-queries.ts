import {
  connectShop,
  importOrders,
  listShops,
  removeShop,
  testShop,
  type ShopConnection,
  type ShopTest,
} from '@postroom/contract/shop'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** An import takes some seconds, and shows itself here. */
const POLL_MS = 5_000

export const shopsQuery = () =>
  queryOptions({
    queryKey: ['shops'],
    queryFn: async ({ signal }) => (await call(listShops, {}, { signal })).data,
    refetchInterval: POLL_MS,
    meta: { isQuiet: true },
  })

export type ShopAct =
  | { act: 'connect'; connection: ShopConnection }
  | { act: 'test'; shopId: string }
  | { act: 'import'; shopId: string }
  | { act: 'remove'; shopId: string }

/** Acts on a shop. @returns what the shop answered, where it was asked */
export function useShopAct() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (asked: ShopAct): Promise<ShopTest['result'] | undefined> => {
      if (asked.act === 'connect') return (await call(connectShop, { body: asked.connection })).result
      const params = { shopId: asked.shopId }
      if (asked.act === 'test') return (await call(testShop, { params })).result
      await call(asked.act === 'import' ? importOrders : removeShop, { params })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['shops'] }),
  })
}
