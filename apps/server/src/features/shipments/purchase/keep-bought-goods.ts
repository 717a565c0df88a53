import type { Context } from '../../../context.ts'
import type { Log } from '../../../log.ts'
import { keepGoods } from '../../goods/goods.store.ts'
import type { PurchaseAnswer } from './authorise-purchase.ts'

/**
 * Keeps the goods of a declaration once they are bought, so that they can be declared again by their name. The purchase stands
 * whatever happens here: a failure is only logged.
 */
export async function keepBoughtGoods(
  { db, now }: Context,
  { purchase, replayed }: PurchaseAnswer,
  log: Log,
): Promise<void> {
  const { organisation_id, draft, is_test, state } = purchase
  const { customs } = draft
  if (replayed || is_test || state !== 'BOUGHT' || !customs?.contents_items.length) return
  if (customs.contents_type === 'D') return
  const goods = customs.contents_items.map(({ quantity: _quantity, ...item }) => item)
  try {
    await keepGoods(db, organisation_id, goods, now())
  } catch (error) {
    log.error({ err: error, purchase: purchase.id }, 'could not keep the goods of a purchase')
  }
}
