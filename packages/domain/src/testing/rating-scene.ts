import type { Customs, CustomsItem } from '../customs/customs.ts'
import type { Grams } from '../measures.ts'
import { toPence } from '../money.ts'
import { priceListFor } from '../tariffs/price-list.ts'
import type { Channel } from '../tariffs/channels.ts'
import type { Quote } from '../rating/quote.ts'
import { rate, rateEvery, type Rated } from '../rating/rating.ts'
import type { OptionCode } from '../catalogue/options.ts'
import type { ServiceCode } from '../catalogue/services.ts'
import type { ChosenOption, ShipmentFacts } from '../rating/shipment-facts.ts'

/** A Friday on which the lists of April 2026 are in force. */
export const FRIDAY = '2026-11-20'
export const SATURDAY = '2026-11-21'

/** The differences from a letter of 100 g within the United Kingdom, posted on the Friday, at online prices. */
export type Change = Partial<Omit<ShipmentFacts, 'weight'>> & { weight?: number; list?: Channel; pickup_fee?: number }

export const mm = (...sides: [number, number, number]) => sides as unknown as NonNullable<ShipmentFacts['sides']>

export const option = (code: OptionCode, more: Partial<ChosenOption> = {}): ChosenOption[] => [{ code, ...more }]

/** A declaration of one piece worth `value` pence. */
export const customs = (contents_type: Customs['contents_type'], value: number): Customs => ({
  contents_type,
  contents_description: '',
  items: [{ ...PIECE, value: toPence(value) }],
  company_EORI_number: '',
  customs_refnum_importer: '',
  booking_confirmation_number: '',
  eelpfc: '',
  invoice_number: '',
})

const PIECE: Omit<CustomsItem, 'value'> = {
  description: 'Woollen scarf',
  quantity: 1,
  net_weight: 50 as Grams,
  hs_code: '611710',
  origin_country: 'GB',
  sku: 'S1',
  manufacturer_id: 'M1',
}

export const factsOf = ({ weight = 100, list: _list, pickup_fee: _fee, ...change }: Change = {}): ShipmentFacts => ({
  packaging: 'letter',
  country: 'GB',
  day: FRIDAY,
  options: [],
  ...change,
  weight: weight as Grams,
})

export const rateOn = (change: Change = {}, today = FRIDAY) => {
  const terms = change.pickup_fee === undefined ? {} : { pickup_fee: toPence(change.pickup_fee) }
  return rate(factsOf(change), priceListFor(change.list ?? 'online', FRIDAY), today, terms)
}

/** Every service of the destination, without its options. */
export const rateEveryOn = ({ options: _chosen, ...change }: Change = {}) =>
  rateEvery(factsOf(change), priceListFor(change.list ?? 'online', FRIDAY), FRIDAY)

/** @throws Error with the code of the refusal */
export function rated(change: Change = {}, answer = rateOn(change)): Rated {
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer
}

/** The refusal, or 'quoted'. */
export const refusalOf = (change: Change) => {
  const answer = rateOn(change)
  return answer.ok ? 'quoted' : answer.refusal
}

export const quoteFor = (service: ServiceCode, change: Change): Quote | undefined =>
  rated(change).quotes.find((row) => row.service.code === service)

export const linesOf = (quote: Quote | undefined) => quote?.explanation.map(({ code, amount }) => [code, amount])
