import { factsOf } from '@postroom/contract/shipment-facts'
import type { Shipment } from '@postroom/contract/shipment'
import type { Log } from '../../../log.ts'
import type { Context } from '../../../context.ts'
import type { Requester } from '../../../access/actor.ts'
import { drawMissing } from '../../../documents/draw-missing.ts'
import { presentShipments } from './present-shipment.ts'
import { budgetMessages } from '../purchase/charge-cost-center.ts'
import { goodsMessages } from '../rate/goods-messages.ts'
import type { Purchase } from '../purchase/purchase.store.ts'

/**
 * One shipment with its documents, which are drawn now if necessary. A document that cannot be drawn stays `pending`
 * and is tried again at the next request: what was bought stays bought.
 */
export async function showShipment(context: Context, user: Requester, purchase: Purchase, log: Log): Promise<Shipment> {
  const documents = await drawMissing(context, purchase, log)
  const [shipment] = await presentShipments(context, user, [purchase], documents)
  const goods = goodsMessages(factsOf(purchase.draft), purchase.quote.service.code)
  const messages = [...goods, ...(await budgetMessages(context.db, purchase))]
  return { ...shipment!, ...(messages.length > 0 && { messages }) }
}
