import { gramsFrom, millimetresFrom } from '@postroom/domain/measures'
import { toPence } from '@postroom/domain/money'
import type { Customs } from '@postroom/domain/customs/customs'
import type { ChosenOption, ShipmentFacts } from '@postroom/domain/rating/shipment-facts'
import type { ShipmentCustoms } from './customs.ts'
import type { ShipmentOption } from './option.ts'
import type { RateRequest } from './rate.ts'

/** The facts that a price depends on, converted from the given units (spec §3) to grams, millimetres and pence. */
export function factsOf(
  request: Pick<RateRequest, 'parcels' | 'to' | 'from' | 'shipping_date' | 'options' | 'customs'>,
): ShipmentFacts {
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
    postal_code: request.to.postal_code,
    sender: { country: request.from.country, postal_code: request.from.postal_code },
    day: request.shipping_date,
    options: request.options.map(chosenOption),
    ...(request.customs && { customs: customsOf(request.customs) }),
  }
}

function chosenOption({ code, fields }: ShipmentOption): ChosenOption {
  const { compensation, saturday, consequential_loss, amount } = fields
  return {
    code,
    ...(compensation && { compensation_gbp: compensation.value }),
    ...(saturday?.value && { saturday: true }),
    ...(consequential_loss?.value && { consequential_loss_gbp: consequential_loss.value }),
    ...(amount && { amount: toPence(amount.value) }),
  }
}

/** The declaration in grams and pence. */
function customsOf({ currency: _always, contents_items, ...customs }: ShipmentCustoms): Customs {
  const items = contents_items.map(({ weight, ...item }) => ({
    ...item,
    net_weight: gramsFrom(item.quantity * weight.value, weight.units),
    value: toPence(item.value),
  }))
  return { ...customs, items }
}
