import { AppError } from '../../app-error.ts'
import { answerWithin } from '../../carriers/answer-within.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { SeenOrder } from '../../shops/shop-port.ts'
import { storedShop } from './stored-shop.ts'
import { lockMark, markGone, noteLook, staleOrder, type StaleOrder } from './shop-order.store.ts'
import { takeOrders } from './take-orders.ts'

/** An order that was seen in this time is sold without another look. Imports are more frequent. */
const FRESH_MS = 5 * 60_000
/** A shop that does not answer in this time does not hold up the post: postage can be voided. */
const LOOK_MS = 5_000

/**
 * Refuses to sell the shipment of an order that was changed, cancelled or shipped at the shop, or has a problem, until somebody
 * has accepted or corrected it.
 *
 * @returns the order, when it has to be looked at in its shop before: neither was seen in the last minutes
 * @throws AppError `order_not_accepted`
 */
export async function refuseUnaccepted(tx: Tx, organisationId: string, key: string): Promise<StaleOrder | undefined> {
  const order = await lockMark(tx, organisationId, key)
  if (order && (order.mark !== null || order.problems.length > 0)) throw new AppError('order_not_accepted')
  return staleOrder(tx, organisationId, key, FRESH_MS)
}

/** Looks at an order in its shop, as it is now. Never called inside a transaction. */
export async function lookAtOrder(context: Context, { external_id, ...shop }: StaleOrder): Promise<void> {
  const { db } = context
  const looked = await answerWithin(LOOK_MS, async (): Promise<{ kind: 'seen'; order: SeenOrder | undefined }> => ({
    kind: 'seen',
    order: await storedShop(context, shop).orderNow(external_id),
  }))
  if (looked.kind === 'unknown') return
  if (looked.order) await takeOrders(context, shop, [looked.order])
  else await markGone(db, shop.id, external_id)
  await noteLook(db, shop.id, external_id)
}
