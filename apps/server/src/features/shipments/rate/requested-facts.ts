import { factsOf } from '@postroom/contract/shipment-facts'
import { toPence } from '@postroom/domain/money'
import type { ShipmentFacts } from '@postroom/domain/rating/shipment-facts'

/** Fees in the query, as the contract parses them. */
export interface RequestedFees {
  with_pickup: 'true' | 'false'
  /** Pence. */
  handling_charge: number
}

/** All that the price of an item depends on, with the requested fees. */
export const requestedFacts = (item: Parameters<typeof factsOf>[0], fees: RequestedFees): ShipmentFacts => ({
  ...factsOf(item),
  ...(fees.with_pickup === 'true' && { with_pickup: true }),
  ...(fees.handling_charge > 0 && { handling_charge: toPence(fees.handling_charge) }),
})
