import { isDomestic } from '../catalogue/countries.ts'
import { OPTION_CODES, optionOf, servicesFor, type OptionCode } from '../catalogue/options.ts'
import type { PackagingCode } from '../catalogue/packaging.ts'
import { serviceOf, type ServiceCode } from '../catalogue/services.ts'
import type { Grams } from '../measures.ts'
import type { Pence } from '../money.ts'

/** `uk` is everywhere at United Kingdom prices (spec §9). */
export const DESTINATIONS = ['any', 'uk', 'abroad'] as const

/** A rule of an organisation: which orders it fits, and how those are sent. Conditions that are absent fit every order. */
export interface SendingRule {
  destination: (typeof DESTINATIONS)[number]
  /** Inclusive. */
  max_grams?: number | undefined
  /** Exclusive: goods worth more. */
  over_pence?: number | undefined
  shop_id?: string | undefined
  service: ServiceCode
  /** In whole pounds. */
  compensation_gbp?: number | undefined
}

/** What rules depend on. */
export interface OrderFacts {
  shop_id: string
  /** ISO 3166 code. */
  country: string
  /** Absent when the weight or value of any of its goods is not known. */
  weight?: Grams | undefined
  value?: Pence | undefined
}

/** Whether a rule fits an order. What is not known about the order fits no limit. */
export function fits(rule: SendingRule, { shop_id, country, weight, value }: OrderFacts): boolean {
  if (rule.destination !== 'any' && (rule.destination === 'uk') !== isDomestic(country)) return false
  if (rule.max_grams !== undefined && (weight === undefined || weight > rule.max_grams)) return false
  if (rule.over_pence !== undefined && (value === undefined || value <= rule.over_pence)) return false
  return rule.shop_id === undefined || rule.shop_id === shop_id
}

/** The place of the first rule that fits an order; undefined where the clerk chooses. */
export function firstFitting(rules: readonly SendingRule[], order: OrderFacts): number | undefined {
  const place = rules.findIndex((rule) => fits(rule, order))
  return place === -1 ? undefined : place
}

/**
 * Whether a rule names something that is sold: not the user's own postage value, which needs an amount for each item, no service
 * to a destination it is not for, and compensation only at a level of the service.
 */
export function isRuleSold({ destination, service, compensation_gbp }: SendingRule): boolean {
  const { scope, saturday, compensation_gbp: levels } = serviceOf(service)
  if (service === 'frank_pay' || saturday) return false
  if (scope !== undefined && destination !== scope) return false
  return compensation_gbp === undefined || (levels.includes(compensation_gbp) && takesCompensation(service))
}

/** The options with which a service is sold, so that spec §5 allows it. */
export function optionsOf(service: ServiceCode): OptionCode[] {
  if (servicesFor([]).includes(service)) return []
  const main = OPTION_CODES.find((code) => code !== 'signature' && optionOf(code).services.includes(service))!
  return main === 'tracked' && serviceOf(service).signature ? [main, 'signature'] : [main]
}

/** Whether the compensation of a service can be chosen. */
export const takesCompensation = (service: ServiceCode): boolean =>
  optionsOf(service).some((code) => optionOf(code).fields.includes('compensation'))

const SMALL_MAX = 2000

/** The format of a parcel whose size is not known: by its weight, the smaller one while that is not known either. */
export function parcelFor({ country, weight = 0 as Grams }: Pick<OrderFacts, 'country' | 'weight'>): PackagingCode {
  const isSmall = weight <= SMALL_MAX
  if (isDomestic(country)) return isSmall ? 'small_parcel' : 'medium_parcel'
  return isSmall ? 'parcel' : 'parcel_heavy'
}
