import type { CalendarDate } from '../calendar.ts'
import { refuseCustoms } from '../customs/customs-rules.ts'
import { refuseContents } from '../customs/goods-in-declaration.ts'
import { counterCharge } from '../rating/counter-charge.ts'
import type { RatingTerms, UnavailableCode } from '../rating/item-price.ts'
import {
  labelsUsed,
  refuseLabels,
  stockFor,
  stockNamed,
  type LabelPosition,
  type LabelSize,
} from '../media/label-stock.ts'
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

/** A purchase as requested. */
export interface WantedPurchase {
  facts: ShipmentFacts
  service: ServiceCode
  plan: Plan
  quantity: number
  label: { size: LabelSize; label_name: string; positions: readonly LabelPosition[] }
  /** False for labels without an address, for letters that are addressed by hand or already. */
  has_addressee: boolean
  /** A watermarked label: no money moves, so the balance is not checked. */
  test: boolean
  /** The price of one item that the buyer saw, if given. */
  quoted_total?: Pence
}

/** The facts at the time of the decision. */
export interface PurchaseCircumstances {
  list: PriceList
  /** The list of the Post Office counter on the same day. */
  counter: PriceList
  /** The account's way of paying. The list must be of the same. */
  pricing: Channel
  terms: RatingTerms
  /** The current date in London. */
  today: CalendarDate
  /** The account's spendable balance; undefined without an account. */
  balance: Pence | undefined
}

/** A purchase that is allowed. */
export interface DecidedPurchase {
  ok: true
  /** The price of one item. */
  quote: Quote
  /** The id of the price list it was decided with, which names another where a contract leaves a service to it. */
  list: string
  /** Pence for one item at the Post Office counter; undefined where it cannot be said. */
  counter_charge: Pence | undefined
  /** The number of labels bought at that price: quantity times labels used. */
  labels: number
}

/** The most labels of one purchase; drawing more takes too long. A batch has no such limit. */
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
  | 'addressee_required'
  | 'price_changed'

/**
 * Decides what a purchase costs or why it is refused, before any money moves. The price is computed again; the one the buyer saw
 * is only compared with it. @see spec §5, §6
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
    refuseLabelRequest(wanted) ??
    refuseMissingAddressee(wanted) ??
    refuseMoney(wanted, priced.quote.charges.total_charge, circumstances.balance)
  if (refused) return refused
  const { list, counter, terms } = circumstances
  const counter_charge = counterCharge(priced.quote, wanted.facts, counter, { ...terms, plan: wanted.plan })
  return { ...priced, list: list.id, counter_charge, labels: labelsOf(wanted) }
}

/** The quote of the requested service, or why there is none. */
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

/** Refuses labels that cannot be printed as requested, and too many of them. */
function refuseLabelRequest(wanted: WantedPurchase) {
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

/** Refuses an address label without an addressee. Customs forms always have one: without an addressee an item stays in the UK. */
function refuseMissingAddressee({ label, has_addressee }: WantedPurchase) {
  const isShown = stockFor(label.size, label.label_name)?.design === 'address'
  return isShown && !has_addressee ? refuse('addressee_required') : undefined
}

const labelsUsedBy = ({ facts, label }: WantedPurchase): number => labelsEach({ ...label, options: facts.options })

const labelsOf = (wanted: WantedPurchase): number => wanted.quantity * labelsUsedBy(wanted)

/**
 * The labels that one item uses and pays for. One where the stock is unknown or not chosen: the default stock of each size has one
 * position. @see spec §5
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

/** Refuses a price other than the one the buyer saw, and a balance that is too low. */
function refuseMoney(wanted: WantedPurchase, total_charge: Pence, balance: Pence | undefined) {
  const { quoted_total, test } = wanted
  if (quoted_total !== undefined && quoted_total !== total_charge) return refuse('price_changed', { total_charge })
  return test ? undefined : refuseFunds(total_charge, labelsOf(wanted), balance)
}
