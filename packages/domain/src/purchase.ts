import type { CalendarDate } from './calendar.ts'
import { timesPence, toPence, type Pence } from './money.ts'
import type { PriceList } from './price-row.ts'
import type { Quote } from './quote.ts'
import { rate, type RatingRefusal, type UnavailableCode } from './rating.ts'
import { refuse, type Refused } from './refusal.ts'
import { isInPlan, servicesFor, type Plan, type ServiceCode } from './services.ts'
import type { ShipmentFacts } from './shipment-facts.ts'

/** What somebody wants to buy. */
export interface WantedPurchase {
  facts: ShipmentFacts
  service: ServiceCode
  plan: Plan
  quantity: number
  /** A watermarked label: no money moves, so the balance is not looked at. */
  test: boolean
  /** The total the buyer saw, when he tells. */
  quoted_total?: Pence
}

/** What holds at the moment of the decision. */
export interface PurchaseCircumstances {
  list: PriceList
  /** The day it is in London. */
  today: CalendarDate
  /** What the account can still spend; undefined when there is no account. */
  balance: Pence | undefined
}

export type PurchaseRefusal =
  | RatingRefusal
  | UnavailableCode
  | 'service_not_allowed'
  | 'service_not_in_plan'
  | 'quantity_not_available'
  | 'test_print_quantity'
  | 'price_changed'
  | 'insufficient_funds'

/**
 * Decides what a purchase costs, or why it is refused, before any money moves. The price is worked out anew: what the
 * buyer saw is only compared with it. @see spec §5, §6
 */
export function decidePurchase(
  wanted: WantedPurchase,
  { list, today, balance }: PurchaseCircumstances,
): { ok: true; quote: Quote } | Refused<PurchaseRefusal> {
  const { facts, service, plan, quantity, test, quoted_total } = wanted
  const rated = rate(facts, list, today)
  if (!rated.ok) return rated
  if (!servicesFor(facts.options.map(({ code }) => code)).includes(service))
    return refuse('service_not_allowed', { service })
  if (!isInPlan(service, plan)) return refuse('service_not_in_plan', { service, plan })

  const quote = rated.quotes.find((row) => row.service.code === service)
  const unavailable = rated.unavailable.find((row) => row.service === service)
  if (!quote) return refuse(unavailable?.code ?? 'service_not_available', { service })
  if (quantity !== 1) return refuse(test ? 'test_print_quantity' : 'quantity_not_available', { quantity, limit: 1 })

  const { total_charge } = quote.charges
  if (quoted_total !== undefined && quoted_total !== total_charge) return refuse('price_changed', { total_charge })
  if (!test) {
    const shortBy = shortfall(timesPence(total_charge, quantity), balance)
    if (shortBy > 0) return refuse('insufficient_funds', { total_charge, balance: balance ?? 0, short_by: shortBy })
  }
  return { ok: true, quote }
}

/** What is missing to pay `cost`; 0 when the balance is enough. A missing balance is as good as none. */
const shortfall = (cost: Pence, balance: Pence | undefined): Pence => toPence(Math.max(0, cost - (balance ?? 0)))
