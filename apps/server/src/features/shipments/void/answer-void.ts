import type { voidShipment } from '@postroom/contract/shipment-void'
import type { Context } from '../../../context.ts'
import { answer, type Answer } from '../../../http/serve.ts'
import { presentVoid } from './present-refund.ts'
import type { VoidedPurchase } from './void-postage.ts'

/** The HTTP answer to a void: the carrier's decision, or 202 'ask again' before there is one. */
export function answerVoid({ settings }: Context, { purchase, request }: VoidedPurchase): Answer<typeof voidShipment> {
  const body = presentVoid(purchase, request)
  if (body.status !== 'void_requested') return answer(200, body)
  const location = `${settings.apiBase}/stamp/v1/shipment/${purchase.id}`
  return answer(202, body, { 'retry-after': '2', location })
}
