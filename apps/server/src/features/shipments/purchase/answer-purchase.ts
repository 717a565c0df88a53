import type { processShipment } from '@postroom/contract/shipment'
import type { Context } from '../../../context.ts'
import type { Log } from '../../../log.ts'
import { AppError } from '../../../app-error.ts'
import { answer, REPLAYED, type Answer } from '../../../http/serve.ts'
import type { Requester } from '../../../access/actor.ts'
import type { PurchaseAnswer } from './authorise-purchase.ts'
import { onceBegun } from './once-begun.ts'
import { failureOf, withoutDocuments } from '../show/present-shipment.ts'
import { showShipment } from '../show/show-shipment.ts'

/**
 * The HTTP answer to a purchase: the shipment, or 202 'ask again' while the carrier has not answered. A rejection by
 * the carrier is stored and thrown as an error. A repetition says so in a header. When the documents cannot be read,
 * the answer has none: the postage is bought all the same.
 */
export async function answerPurchase(
  context: Context,
  user: Requester,
  { purchase, replayed }: PurchaseAnswer,
  log: Log,
): Promise<Answer<typeof processShipment>> {
  const headers: Record<string, string> = replayed ? REPLAYED : {}
  const failure = failureOf(purchase)
  if (failure) throw new AppError(failure.code, { replayed, ...(failure.details && { details: failure.details }) })
  if (purchase.state === 'AUTHORISED') {
    const location = `${context.settings.apiBase}/stamp/v1/shipment/${purchase.id}`
    const body = { code: 'process_pending' as const, description: 'The carrier has not answered yet.', id: purchase.id }
    return answer(202, body, { ...headers, 'retry-after': '2', location })
  }
  const shown = await onceBegun(undefined, log, () => showShipment(context, user, purchase, log))
  return answer(200, shown ?? withoutDocuments(purchase), headers)
}
