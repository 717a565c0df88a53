import { gramsFrom, millimetresFrom } from '@postroom/domain/measures'
import { toPence } from '@postroom/domain/money'
import type { ChosenOption, ShipmentFacts } from '@postroom/domain/shipment-facts'
import type { RateRequest } from './rate.ts'

/** The facts a price depends on, converted once from the units the user gave (spec §3) to those of the house. */
export function factsOf(request: Pick<RateRequest, 'parcels' | 'to' | 'shipping_date' | 'options'>): ShipmentFacts {
  const [parcel] = request.parcels
  if (!parcel) throw new RangeError('A shipment has one parcel')
  const { dim, packaging, weight } = parcel
  return {
    packaging,
    weight: gramsFrom(weight.value, weight.units),
    ...(dim && {
      sides: [
        millimetresFrom(dim.length, dim.units),
        millimetresFrom(dim.width, dim.units),
        millimetresFrom(dim.height, dim.units),
      ],
    }),
    country: request.to.country,
    day: request.shipping_date,
    options: request.options.map(chosenOption),
  }
}

function chosenOption(option: RateRequest['options'][number]): ChosenOption {
  if (option.code === 'special_delivery' && option.fields.compensation)
    return { code: option.code, compensation_gbp: option.fields.compensation.value }
  if (option.code === 'frank_pay') return { code: option.code, amount: toPence(option.fields.amount.value) }
  return { code: option.code }
}
