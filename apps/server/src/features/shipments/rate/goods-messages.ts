import { ERRORS } from '@postroom/contract/errors'
import type { rateShipment } from '@postroom/contract/rate'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { limitedGoodsIn } from '@postroom/domain/customs/goods-in-declaration'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import type { ShipmentFacts } from '@postroom/domain/rating/shipment-facts'

/** Messages for declared goods that the carrier limits or refuses on this route, each naming its field. */
export const goodsMessages = (
  facts: ShipmentFacts,
  service: ServiceCode | undefined,
): AnswerOf<typeof rateShipment>['messages'] =>
  limitedGoodsIn(facts, service).map(({ field, goods, rule }) => {
    const code = rule === 'prohibited' ? 'goods_prohibited' : 'goods_restricted'
    const { code: kind, name, source, confidence } = goods
    return { code, description: ERRORS[code].description, details: { field, goods: kind, name, source, confidence } }
  })
