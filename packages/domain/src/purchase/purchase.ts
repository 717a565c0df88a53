import type { CalendarDate } from '../calendar.ts'
import { refuseCustoms } from '../customs/customs-rules.ts'
import { refuseContents } from '../customs/goods-in-declaration.ts'
import type { RatingTerms, UnavailableCode } from '../rating/item-price.ts'
import { labelsUsed, refuseLabels, stockNamed, type LabelPosition, type LabelSize } from '../media/label-stock.ts'
import type { Pence } from '../money.ts'
import { packagingOf } from '../catalogue/packaging.ts'
import type { Channel } from '../tariffs/channels.ts'
import type { PriceList } from '../tariffs/price-row.ts'
import { refuseFunds, refuseTestPrint } from '../media/printing-rules.ts'
import type { Quote } from '../rating/quote.ts'
import { rate, servicesAllowed, type RatingRefusal } from '../rating/rating.ts'
import { refuse, type Refused } from '../refusal.ts'
import { isInPlan, type Plan, type ServiceCode } from '../catalogue/services.ts'
import type { ShipmentFacts } from '../rating/shipment-facts.ts'

/** What somebody wants to buy. */
export interface WantedPurchase {
  facts: ShipmentFacts
  service: ServiceCode
  plan: Plan
  quantity: number
  label: { size: LabelSize; label_name: string; positions: readonly LabelPosition[] }
  /** A watermarked label: no money moves, so the balance is not looked at. */
  test: boolean
  /** The price of one item that the buyer saw, when he tells. */
  quoted_total?: Pence
}

/** What holds at the moment of the decision. */
export interface PurchaseCircumstances {
  list: PriceList
  /** The way of paying of the account: another list is not its own. */
  pricing: Channel
  terms: RatingTerms
  /** The day it is in London. */
  today: CalendarDate
  /** What the account can still spend; undefined when there is no account. */
  balance: Pence | undefined
}

/** A purchase that may be made. */
export interface DecidedPurchase {
  ok: true
  /** The price of one item. */
  quote: Quote
  /** How many labels are bought at that price: quantity times labels used. */
  labels: number
}

/** More labels than this take too long to draw in one piece; a batch has no such bound. */
export const MOST_LABELS = 100

type Code<Rule extends (...args: never[]) => Refused<string> | undefined> = NonNullable<
  ReturnType<Rule>
>['refusal']['code']

export type PurchaseRefusal =
  | RatingRefusal
  | UnavailableCode
  | Code<
      typeof refuseContents | typeof refuseCustoms | typeof refuseLabels | typeof refuseTestPrint | typeof refuseFunds
    >
  | 'service_not_allowed'
  | 'service_not_in_plan'
  | 'pricing_not_allowed'
  | 'quantity_not_available'
  | 'price_changed'

/**
 * Decides what a purchase costs, or why it is refused, before any money moves. The price is worked out anew: what the
 * buyer saw is only compared with it. @see spec §5, §6
 */
export function decidePurchase(
  wanted: WantedPurchase,
  circumstances: PurchaseCircumstances,
): DecidedPurchase | Refused<PurchaseRefusal> {
  const priced = priceWanted(wanted, circumstances)
  if (!priced.ok) return priced
  const refused =
    refuseContents(wanted.facts) ??
    refuseCustoms(wanted.facts) ??
    refusePapers(wanted) ??
    refuseMoney(wanted, priced.quote.charges.total_charge, circumstances.balance)
  return refused ?? { ...priced, labels: labelsOf(wanted) }
}

/** The quote of the wanted service, or why there is none. */
function priceWanted(
  { facts, service, plan }: WantedPurchase,
  { list, pricing, terms, today }: PurchaseCircumstances,
): { ok: true; quote: Quote } | Refused<PurchaseRefusal> {
  if (list.channel !== pricing) return refuse('pricing_not_allowed', { pricing: list.channel, allowed: pricing })
  const rated = rate(facts, list, today, { ...terms, plan })
  if (!rated.ok) return rated
  if (!servicesAllowed(facts.options).includes(service)) return refuse('service_not_allowed', { service })
  if (!isInPlan(service, plan)) return refuse('service_not_in_plan', { service, plan })
  const quote = rated.quotes.find((row) => row.service.code === service)
  if (quote) return { ok: true, quote }
  const { code, details } = rated.unavailable.find((row) => row.service === service)!
  return refuse(code, { service, ...details })
}

/** Labels that cannot be printed as asked, or too many of them. */
function refusePapers(wanted: WantedPurchase) {
  const { facts, label, test, quantity } = wanted
  const { printer } = packagingOf(facts.packaging)
  const labels_used = labelsUsedBy(wanted)
  const labels = labelsOf(wanted)
  return (
    refuseLabels({ ...label, printer }) ??
    refuseTestPrint({ test, quantity, labels_used }) ??
    (labels > MOST_LABELS ? refuse('quantity_not_available', { labels, limit: MOST_LABELS }) : undefined)
  )
}

const labelsUsedBy = ({ facts, label }: WantedPurchase): number => labelsEach({ ...label, options: facts.options })

const labelsOf = (wanted: WantedPurchase): number => wanted.quantity * labelsUsedBy(wanted)

/**
 * Labels that one item uses and pays for; one on a stock that is not known, or not chosen: the usual stock of each size has
 * one place. @see spec §5
 */
export function labelsEach(wanted: {
  label_name: string
  positions: readonly LabelPosition[]
  options: ShipmentFacts['options']
}): number {
  const { label_name, positions, options } = wanted
  const stock = stockNamed(label_name)
  const surcharge = options.some(({ code }) => code === 'surcharge')
  return stock ? labelsUsed({ positions, stock, surcharge }) : 1
}

/** Another price than the buyer saw, or too little to pay it. */
function refuseMoney(wanted: WantedPurchase, total_charge: Pence, balance: Pence | undefined) {
  const { quoted_total, test } = wanted
  if (quoted_total !== undefined && quoted_total !== total_charge) return refuse('price_changed', { total_charge })
  return test ? undefined : refuseFunds(total_charge, labelsOf(wanted), balance)
}
