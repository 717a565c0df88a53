import { customsTotals } from '../customs/customs.ts'
import type { ExplanationCode, PriceLine } from './explanation.ts'
import { toPence, type Pence } from '../money.ts'
import { packagingOf } from '../catalogue/packaging.ts'
import type { Confidence, Vat } from '../tariffs/price-row.ts'
import type { ServiceCode } from '../catalogue/services.ts'
import type { ShipmentFacts } from './shipment-facts.ts'

/** A service whose published price contains that of a plainer one: what it costs more is the fee. */
export const FEE_WITHIN: Partial<Record<ServiceCode, { plain: ServiceCode; code: PriceLine['code']; name: string }>> = {
  '1SF': { plain: '1', code: 'signed_for', name: 'Signed For' },
  '2SF': { plain: '2', code: 'signed_for', name: 'Signed For' },
  TR24S: { plain: 'TR24', code: 'signature', name: 'Signature on delivery' },
  TR48S: { plain: 'TR48', code: 'signature', name: 'Signature on delivery' },
  // By 1pm on Saturday all of it carries VAT, by 1pm on other days nothing does: the fee holds that VAT too.
  SD1PM_SAT: { plain: 'SD', code: 'saturday', name: 'Saturday guarantee' },
  SD9AM_SAT: { plain: 'SD9AM', code: 'saturday', name: 'Saturday guarantee' },
}

/** Where a fee that no price list holds was read, and how far it can be trusted. */
const FEE_FIGURES: Partial<Record<ExplanationCode, { confidence: Confidence; source: string }>> = {
  consequential_loss: { confidence: 'low', source: 'royalmail.com, Special Delivery Guaranteed by 9am (2024)' },
  us_duties_handling: { confidence: 'medium', source: 'royalmail.com, USA personal updates (August 2025)' },
}

/** The figure behind the line of a fee; nothing for a fee of the price list, the operator or the organisation. */
export const figureOfFee = (code: ExplanationCode): { confidence: Confidence; source: string } | undefined =>
  FEE_FIGURES[code]

/**
 * Cover for consequences, in whole pounds, with what it costs in pence without and with VAT. Only what was seen published
 * (the carrier's page on Special Delivery by 9am, 2024); the fees of £5,000, £7,500 and £10,000 are guesses, so these covers
 * are not sold. No figure of 2026 was found.
 */
const CONSEQUENTIAL_LOSS = [
  { cover_gbp: 1000, without_vat: 190, with_vat: 228 },
  { cover_gbp: 2500, without_vat: 325, with_vat: 390 },
] as const

/**
 * The fee for cover of `cover_gbp`; nothing when it has no published price. On a service with VAT the fee carries it too; on an
 * exempt one it is probably exempt (low confidence).
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
 * Handling of duties that the sender pays in advance: for each parcel to the United States, not for letters, nor for gifts of up
 * to 100 dollars. The daily rate is not known here: 100 dollars are taken as £75. A parcel whose contents are not declared yet
 * pays. The duties themselves are not worked out. Source: royalmail.com, USA personal updates, August 2025.
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
 * Fees that somebody asks for. Neither says anything about VAT: collection costs what the operator of Postroom set, and a handling
 * charge is the organisation's own money, on which only the organisation knows what is due.
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
