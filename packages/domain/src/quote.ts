import { explainFrankPay, explainPrice, partsOf, type ExplanationLine, type PriceParts } from './explanation.ts'
import { sumPence, toPence, vatIncludedIn, type Pence } from './money.ts'
import { formatsThatFit, type PricedFormat } from './packaging-fit.ts'
import { packagingOf, type PackagingCode } from './packaging.ts'
import { rowFor, type PriceKey, type PriceList, type PriceRow } from './price-row.ts'
import type { ServiceCode, Service } from './services.ts'
import type { ShipmentFacts } from './shipment-facts.ts'

/** The price of one service for one item, and what it consists of (spec §3, 'Rate quote'). */
export interface Quote {
  service: { code: ServiceCode; name: string }
  charges: {
    base_charge: Pence
    total_fees: Pence
    total_charge: Pence
    /** Contained in the total; 0 when exempt. */
    vat: Pence
    fees: { code: string; name: string; amount: Pence }[]
    currency: 'GBP'
  }
  /** `code` is the delivery aim of the catalogue; compensation in whole pounds, 0 when none. */
  delivery: { code: string; description: string; compensation_gbp: number }
  meta_data: {
    tracking: boolean
    tracking_type: Service['tracking']
    /** Code of the service that tracks the item; empty when none does. */
    tracking_service: string
    /** Whether the two lines of the service indicator are printed: on letters and large letters. */
    vsi: boolean
    vsi_line1: string
    vsi_line2: string
    /** The cheapest other format the item may legally travel in, when its size is known and that costs less. */
    advice?: { packaging: PackagingCode; total_charge: Pence }
  }
  tariff: { id: string; effective_from: string }
  explanation: ExplanationLine[]
}

const DELIVERY_DESCRIPTIONS: Record<string, string> = {
  next_working_day: 'Usually arrives the next working day',
  two_to_three_days: 'Usually arrives in two or three working days',
  guaranteed_1pm: 'Guaranteed by 1pm the next working day',
  guaranteed_9am: 'Guaranteed by 9am the next working day',
  guaranteed_saturday_1pm: 'Guaranteed by 1pm on Saturday',
  guaranteed_saturday_9am: 'Guaranteed by 9am on Saturday',
  as_posted: 'As the postage you pay for',
}

/** What `service` costs for an item that pays the price of `format`; nothing when the list has no such price. */
export function quoteOf(
  service: Service,
  facts: ShipmentFacts,
  format: PricedFormat,
  list: PriceList,
): Quote | undefined {
  const key = { service: service.code, format, compensation_gbp: compensationOf(service, facts), weight: facts.weight }
  const row = rowFor(list, key)
  if (!row) return undefined
  const parts = partsOf(row, key, list)
  const advice = cheaperFormat(row, key, facts, list)
  return {
    service: { code: service.code, name: service.name },
    charges: chargesOf(row, parts),
    delivery: deliveryOf(service, row.compensation_gbp),
    meta_data: { ...metaDataOf(service, facts.packaging), ...(advice && { advice }) },
    tariff: { id: list.id, effective_from: list.effective_from },
    explanation: explainPrice(row, parts, facts.packaging === 'tube' ? format : facts.packaging),
  }
}

/** The quote of postage whose value the user typed: that amount and nothing else. */
export function frankPayQuote(service: Service, amount: Pence, facts: ShipmentFacts, list: PriceList): Quote {
  const nothing = toPence(0)
  return {
    service: { code: service.code, name: service.name },
    charges: {
      base_charge: amount,
      total_fees: nothing,
      total_charge: amount,
      vat: nothing,
      fees: [],
      currency: 'GBP',
    },
    delivery: deliveryOf(service, 0),
    meta_data: metaDataOf(service, facts.packaging),
    tariff: { id: list.id, effective_from: list.effective_from },
    explanation: explainFrankPay(amount),
  }
}

/** Whole pounds of compensation: what the user chose, or the lowest level of the service. */
export const compensationOf = (service: Service, { options }: Pick<ShipmentFacts, 'options'>): number =>
  options.find((option) => option.compensation_gbp !== undefined)?.compensation_gbp ?? service.compensation_gbp[0] ?? 0

function chargesOf(row: PriceRow, { postage, fee }: PriceParts): Quote['charges'] {
  const fees = fee ? [fee] : []
  return {
    base_charge: postage.price,
    total_fees: sumPence(...fees.map(({ amount }) => amount)),
    total_charge: row.price,
    vat: row.vat === 'exempt' ? toPence(0) : vatIncludedIn(row.price),
    fees,
    currency: 'GBP',
  }
}

const deliveryOf = (service: Service, compensation_gbp: number): Quote['delivery'] => ({
  code: service.delivery,
  description: DELIVERY_DESCRIPTIONS[service.delivery] ?? service.name,
  compensation_gbp,
})

function metaDataOf(service: Service, packaging: PackagingCode): Quote['meta_data'] {
  const tracking = service.tracking !== 'none'
  const vsi = packaging === 'letter' || packaging === 'large_letter'
  return {
    tracking,
    tracking_type: service.tracking,
    tracking_service: tracking ? service.code : '',
    vsi,
    vsi_line1: vsi ? service.name.toUpperCase() : '',
    vsi_line2: vsi ? packagingOf(packaging).name.toUpperCase() : '',
  }
}

/** Without the sides nothing is advised: weight alone does not prove that an item fits. A tube keeps its own rule. */
function cheaperFormat(
  row: PriceRow,
  key: PriceKey,
  { packaging, weight, sides }: ShipmentFacts,
  list: PriceList,
): Quote['meta_data']['advice'] {
  if (!sides || packaging === 'tube') return undefined
  const cheaper = formatsThatFit(weight, sides).flatMap((format) => {
    const other = rowFor(list, { ...key, format })
    return other && other.price < row.price ? [{ packaging: format, total_charge: other.price }] : []
  })
  return cheaper.toSorted((a, b) => a.total_charge - b.total_charge)[0]
}
