import type { Advice } from './advice.ts'
import type { DeliveryCode } from '../catalogue/delivery-aims.ts'
import { feesAmong, type PriceLine } from './explanation.ts'
import type { ItemPrice } from './item-price.ts'
import { sumPence, toPence, type Pence } from '../money.ts'
import { packagingOf, type PackagingCode } from '../catalogue/packaging.ts'
import { aimFor, deliveryDays, type DeliveryDays } from '../post/posting-days.ts'
import type { Confidence, PriceList } from '../tariffs/price-row.ts'
import type { Service, ServiceCode } from '../catalogue/services.ts'
import type { ShipmentFacts } from './shipment-facts.ts'

/** The price of one service for one item and its parts (spec §3, 'Rate quote'). */
export interface Quote {
  service: { code: ServiceCode; name: string }
  charges: {
    base_charge: Pence
    total_fees: Pence
    total_charge: Pence
    /** VAT included in the carrier's part of the total; 0 when exempt. Collection and handling charge are not covered. */
    vat: Pence
    fees: { code: string; name: string; amount: Pence }[]
    currency: 'GBP'
  }
  /** `code` is the delivery aim. Compensation is in whole pounds, 0 when none. The days are absent where none can be given. */
  delivery: { code: DeliveryCode; description: string; compensation_gbp: number } & Partial<DeliveryDays>
  meta_data: {
    tracking: boolean
    tracking_type: Service['tracking']
    /** Code of the service that tracks the item; empty without tracking. */
    tracking_service: string
    /** Whether the two lines of the service indicator are printed: on letters and large letters. */
    vsi: boolean
    vsi_line1: string
    vsi_line2: string
    advice?: Advice
  }
  /** The price list, the lowest confidence of the figures, and their sources. */
  tariff: { id: string; effective_from: string; confidence: Confidence; sources: string[] }
  explanation: PriceLine[]
}

/** The price in the fields of the specification. */
export const quoteOf = (
  service: Service,
  price: ItemPrice,
  facts: ShipmentFacts,
  list: PriceList,
  advice: Advice | undefined,
): Quote => ({
  service: { code: service.code, name: service.name },
  charges: chargesOf(price),
  delivery: deliveryOf(service, price, facts),
  meta_data: { ...metaDataOf(service, facts.packaging), ...(advice && { advice }) },
  tariff: {
    id: list.id,
    effective_from: list.effective_from,
    confidence: price.confidence,
    sources: price.sources,
  },
  explanation: price.lines,
})

function deliveryOf(service: Service, { compensation_gbp }: ItemPrice, facts: ShipmentFacts): Quote['delivery'] {
  const aim = aimFor(service, facts)
  return { code: aim.code, description: aim.description, compensation_gbp, ...deliveryDays(aim, facts) }
}

function chargesOf({ lines, total, vat }: ItemPrice): Quote['charges'] {
  const fees = feesAmong(lines).map(({ code, description, amount }) => ({ code, name: description, amount }))
  const total_fees = sumPence(...fees.map(({ amount }) => amount))
  return {
    base_charge: toPence(total - total_fees),
    total_fees,
    total_charge: total,
    vat,
    fees,
    currency: 'GBP',
  }
}

function metaDataOf(service: Service, packaging: PackagingCode): Quote['meta_data'] {
  const tracking = service.tracking !== 'none'
  const vsi = packagingOf(packaging).printer === 'mailing'
  return {
    tracking,
    tracking_type: service.tracking,
    tracking_service: tracking ? service.code : '',
    vsi,
    vsi_line1: vsi ? service.name.toUpperCase() : '',
    vsi_line2: vsi ? packagingOf(packaging).name.toUpperCase() : '',
  }
}
