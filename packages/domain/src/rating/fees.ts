import { customsTotals } from '../customs/customs.ts'
import type { ExplanationCode, PriceLine } from './explanation.ts'
import { toPence, type Pence } from '../money.ts'
import { packagingOf } from '../catalogue/packaging.ts'
import type { Confidence, Vat } from '../tariffs/price-row.ts'
import type { ServiceCode } from '../catalogue/services.ts'
import type { ShipmentFacts } from './shipment-facts.ts'

/** Services whose published price includes that of a plainer service. The difference is the fee. */
export const FEE_WITHIN: Partial<Record<ServiceCode, { plain: ServiceCode; code: PriceLine['code']; name: string }>> = {
  '1SF': { plain: '1', code: 'signed_for', name: 'Signed For' },
  '2SF': { plain: '2', code: 'signed_for', name: 'Signed For' },
  TR24S: { plain: 'TR24', code: 'signature', name: 'Signature on delivery' },
  TR48S: { plain: 'TR48', code: 'signature', name: 'Signature on delivery' },
  // SD1PM_SAT is subject to VAT and SD is exempt, so the fee includes the VAT on the whole price
  SD1PM_SAT: { plain: 'SD', code: 'saturday', name: 'Saturday guarantee' },
  SD9AM_SAT: { plain: 'SD9AM', code: 'saturday', name: 'Saturday guarantee' },
}

/** Source and confidence of fees that are not in a price list. */
const FEE_FIGURES: Partial<Record<ExplanationCode, { confidence: Confidence; source: string }>> = {
  consequential_loss: { confidence: 'low', source: 'royalmail.com, Special Delivery Guaranteed by 9am (2024)' },
  us_duties_handling: { confidence: 'medium', source: 'royalmail.com, USA personal updates (August 2025)' },
}

/** The figure behind a fee; undefined for a fee of the price list, the operator or the organisation. */
export const figureOfFee = (code: ExplanationCode): { confidence: Confidence; source: string } | undefined =>
  FEE_FIGURES[code]

/**
 * Cover against consequential loss in whole pounds, with its fee in pence without and with VAT. Only published fees (the carrier's
 * page on Special Delivery by 9am, 2024). No fees for £5,000, £7,500 and £10,000 and none of 2026 were found, so these covers
 * are not sold.
 */
const CONSEQUENTIAL_LOSS = [
  { cover_gbp: 1000, without_vat: 190, with_vat: 228 },
  { cover_gbp: 2500, without_vat: 325, with_vat: 390 },
] as const

/**
 * The price line for cover of `cover_gbp`; undefined without a published fee. The fee includes VAT on a service with VAT. On an
 * exempt service it is probably exempt (low confidence).
 */
export function consequentialLossLine(cover_gbp: number, vat: Vat): PriceLine | undefined {
  const band = CONSEQUENTIAL_LOSS.find((row) => row.cover_gbp === cover_gbp)
  return (
    band && {
      code: 'consequential_loss',
      description: `Consequential loss up to £${cover_gbp}`,
      values: { cover_gbp },
      amount: toPence(vat === 'standard_included' ? band.with_vat : band.without_vat),
    }
  )
}

/**
 * The fee for handling prepaid duties on each parcel to the United States. Letters and gifts up to 100 dollars are free; 100 dollars
 * count as £75, because the exchange rate is not available here. A parcel whose contents are not declared yet pays. The duties
 * themselves are not computed. Source: royalmail.com, USA personal updates, August 2025.
 */
const US_DUTIES_HANDLING = {
  country: 'US',
  amount: toPence(50),
  gift_up_to: toPence(75_00),
} as const

export function usDutiesLines({ country, packaging, customs }: ShipmentFacts): PriceLine[] {
  const { amount, gift_up_to } = US_DUTIES_HANDLING
  const parcel = country === US_DUTIES_HANDLING.country && packagingOf(packaging).printer === 'shipping'
  const smallGift =
    customs?.contents_type === 'G' && customs.items.length > 0 && customsTotals(customs).value <= gift_up_to
  if (!parcel || smallGift) return []
  return [{ code: 'us_duties_handling', description: 'Handling of duties to the United States', values: {}, amount }]
}

/**
 * Fees on request: collection, at the price that the operator has set, and the organisation's own handling charge. Postroom
 * states no VAT on them.
 */
export function askedLines(facts: ShipmentFacts, { pickup_fee }: { pickup_fee?: Pence }): PriceLine[] {
  const { with_pickup, handling_charge = 0 } = facts
  const lines: PriceLine[] = []
  if (with_pickup && pickup_fee !== undefined)
    lines.push({ code: 'pickup', description: 'Collection', values: {}, amount: pickup_fee })
  if (handling_charge > 0)
    lines.push({
      code: 'handling_charge',
      description: 'Handling charge',
      values: {},
      amount: toPence(handling_charge),
    })
  return lines
}
