import { barredFrom } from '../catalogue/destinations.ts'
import { contractLine, vatLine, type PriceLine } from './explanation.ts'
import { askedLines, consequentialLossLine, figureOfFee, usDutiesLines } from './fees.ts'
import { sumPence, toPence, vatIncludedIn, type Pence } from '../money.ts'
import { refuseSaturday } from '../post/posting-days.ts'
import { listPricing, publishedBeside } from '../tariffs/contract-list.ts'
import { CONFIDENCES, leastConfidence, type Confidence, type PriceList, type Vat } from '../tariffs/price-row.ts'
import { publishedPrice, type PublishedPrice } from './published-price.ts'
import { refuse, type Refused } from '../refusal.ts'
import type { Plan, PricedFormat, Service } from '../catalogue/services.ts'
import type { ChosenOption, ShipmentFacts } from './shipment-facts.ts'

/** Why one service is not available while others may be. */
export type UnavailableCode =
  | 'no_published_price'
  | 'price_not_confirmed'
  | 'saturday_needs_friday'
  | 'saturday_bank_holiday'
  | 'service_not_available'
  | 'service_not_listed'

/** The conditions that the operator and the buyer's plan add to a price list. */
export interface RatingTerms {
  /** The fee for collection by the carrier, in pence; absent: not offered. */
  pickup_fee?: Pence
  /** Prices with a figure of lower confidence are not sold; absent: all are. */
  least_confidence?: Confidence
  /** Advice names only services of this plan; absent: full. */
  plan?: Plan
}

/** An item with the format it is priced as, and the acceptable levels of compensation, cheapest first. */
export interface PricedItem {
  facts: ShipmentFacts
  format: PricedFormat
  levels: readonly number[]
}

/** The price of one service for one item. `total` is the sum of the price lines. */
export interface ItemPrice {
  ok: true
  lines: PriceLine[]
  total: Pence
  /** VAT included in the carrier's part of the total. */
  vat: Pence
  compensation_gbp: number
  /** The lowest confidence among its figures. */
  confidence: Confidence
  /** Readable sources of its figures; empty when the user typed the price. */
  sources: string[]
}

/** Prices an item with one service from one list, or refuses. Where `offered` is that of a contract, the service decides which. */
export function priceOf(
  service: Service,
  item: PricedItem,
  offered: PriceList,
  terms: RatingTerms,
): ItemPrice | Refused<UnavailableCode> {
  const { facts } = item
  const list = listPricing(service.code, offered)
  const barrier = barrierTo(service, item, list)
  if (barrier) return barrier
  const typed = facts.options.find(hasAmount)
  if (service.code === 'frank_pay' && typed) return priceOfTyped(typed, facts, terms)

  const published = publishedPrice(service, { ...facts, ...item }, list)
  if (!published) return unpublished(list, list.unpublished[service.code])
  const loss = consequentialLoss(facts, published.vat, list)
  if (!loss.ok) return loss

  const duties = usDutiesLines(facts)
  const figures = [...loss.lines, ...duties].flatMap(({ code }) => figureOfFee(code) ?? [])
  const confidence = leastConfidence(published.confidence, ...figures.map((figure) => figure.confidence))
  const unconfirmed = refuseConfidence(confidence, list, terms)
  if (unconfirmed) return unconfirmed

  const carrier = [...published.lines, ...loss.lines]
  const taxed = published.vat === 'standard_included' ? totalOf(carrier) : toPence(0)
  const vat = vatIncludedIn(taxed)
  const remarks = [...contractLines(published, service, item, list), vatLine(published.vat, vat)]
  const lines = [...carrier, ...duties, ...askedLines(facts, terms), ...remarks]
  return {
    ok: true,
    lines,
    total: totalOf(lines),
    vat,
    compensation_gbp: published.compensation_gbp,
    confidence,
    sources: [...published.sources.map((code) => list.sources[code] ?? code), ...figures.map(({ source }) => source)],
  }
}

/** States that a price is that of a contract, beside the published one for the same compensation where there is one. */
function contractLines(
  { compensation_gbp }: PublishedPrice,
  service: Service,
  item: PricedItem,
  list: PriceList,
): PriceLine[] {
  const beside = publishedBeside(list)
  if (!beside) return []
  const usual = publishedPrice(service, { ...item.facts, ...item, levels: [compensation_gbp] }, beside)
  return [contractLine(usual && totalOf(usual.lines))]
}

/** Refuses a price whose confidence is below the operator's minimum. */
function refuseConfidence(confidence: Confidence, { id }: PriceList, { least_confidence = 'low' }: RatingTerms) {
  const trusted = CONFIDENCES.indexOf(confidence) <= CONFIDENCES.indexOf(least_confidence)
  return trusted ? undefined : refuse('price_not_confirmed', { list: id, confidence, least_confidence })
}

/** Why a service does not accept an item, apart from a missing price. */
function barrierTo(service: Service, { facts, format, levels }: PricedItem, list: PriceList) {
  const { country, weight, sides, packaging } = facts
  const barred = barredFrom(service, facts, list)
  if (barred) return refuse(barred, { country })
  if (!service.formats.includes(format)) return refuse('service_not_available', { packaging: format })
  const limit = (packaging === 'tube' && service.tube_max_weight) || service.max_weight
  if (limit && weight > limit) return refuse('service_not_available', { limit_g: limit, weight_g: weight })
  if (packaging !== 'tube' && sides && tooSmall(sides, service.min_sides))
    return refuse('service_not_available', { smallest: service.min_sides!.join(' × ') })
  const foreign = levels.find((level) => !service.compensation_gbp.includes(level))
  if (foreign !== undefined) return refuse('service_not_available', { compensation_gbp: foreign })
  return service.saturday && refuseSaturday(facts)
}

/** Compares the longest side and the next with the smallest allowed. */
const tooSmall = (sides: NonNullable<ShipmentFacts['sides']>, least: readonly number[] | undefined): boolean => {
  const longestFirst = sides.toSorted((a, b) => b - a)
  return least?.some((side, index) => longestFirst[index]! < side) ?? false
}

/** Cover against consequential loss is a fee only above £0 (spec §5). */
function consequentialLoss({ options }: ShipmentFacts, vat: Vat, list: PriceList) {
  const cover = coverOf(options)
  if (cover <= 0) return { ok: true as const, lines: [] }
  const line = consequentialLossLine(cover, vat)
  return line
    ? { ok: true as const, lines: [line] }
    : unpublished(list, `No price is published for cover of £${cover} against consequential loss.`)
}

/** The highest cover requested, so that the price does not depend on the order of the options. */
const coverOf = (options: readonly ChosenOption[]): number =>
  Math.max(0, ...options.map((option) => option.consequential_loss_gbp ?? 0))

/** Postage of the user's own value: the typed amount and the requested fees. Exempt from VAT. */
function priceOfTyped(typed: ChosenOption & { amount: Pence }, facts: ShipmentFacts, terms: RatingTerms): ItemPrice {
  const { amount } = typed
  const code = typed.code === 'surcharge' ? 'surcharge' : 'frank_pay'
  const description = code === 'surcharge' ? 'Surcharge of your own value' : 'Postage of your own value'
  const postage: PriceLine = { code, description, values: { service: 'frank_pay' }, amount }
  const vat = toPence(0)
  const lines = [postage, ...askedLines(facts, terms), vatLine('exempt', vat)]
  return { ok: true, lines, total: totalOf(lines), vat, compensation_gbp: 0, confidence: 'high', sources: [] }
}

const hasAmount = (option: ChosenOption): option is ChosenOption & { amount: Pence } => option.amount !== undefined

const totalOf = (lines: readonly PriceLine[]): Pence => sumPence(...lines.map(({ amount }) => amount))

const unpublished = (list: PriceList, reason: string | undefined): Refused<'no_published_price'> =>
  refuse('no_published_price', { list: list.id, ...(reason && { reason }) })
