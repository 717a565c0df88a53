import { sumPence, type Pence } from '@postroom/domain/money'
import type { Quote } from '@postroom/domain/rating/quote'

/** Our part of one item's price: the handling charge. Everything else goes to the carrier. */
export const ownFeesIn = ({ charges }: Quote): Pence =>
  sumPence(...charges.fees.filter(({ code }) => code === 'handling_charge').map(({ amount }) => amount))
