import type { ShopTrouble } from '@postroom/contract/shop'
import type { Context } from '../../context.ts'
import { ShopFailure } from '../../shops/shop-port.ts'
import { endImport, keepSeen, type StoredShop } from './shop.store.ts'
import { storedShop } from './stored-shop.ts'
import { takeOrders } from './take-orders.ts'

/** A shop may show a change some time after the moment that it dates it at. */
const OVERLAP_MS = 2 * 60_000

/**
 * Imports what changed in a shop since the last import: unshipped orders, and changes of orders that are here. What came
 * before a failure is kept, and the next import goes on from there.
 *
 * @returns why it failed
 */
export async function importOrders(
  context: Context,
  shop: StoredShop,
  stopping?: AbortSignal,
): Promise<ShopTrouble | undefined> {
  const { db } = context
  const began = new Date()
  const since = shop.seen_until && new Date(shop.seen_until.getTime() - OVERLAP_MS)
  try {
    for await (const orders of storedShop(context, shop).ordersSince(since ?? undefined)) {
      await takeOrders(context, shop, orders)
      await keepSeen(db, shop, lastModified(orders))
      if (stopping?.aborted) return undefined
    }
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    await endImport(db, shop, { began, trouble: error.trouble })
    return error.trouble
  }
  await endImport(db, shop, { began, trouble: null })
  return undefined
}

const lastModified = (orders: readonly { modified_at: Date }[]): Date =>
  new Date(Math.max(...orders.map(({ modified_at }) => modified_at.getTime())))
