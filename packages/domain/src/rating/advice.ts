import { slownessOf } from '../catalogue/delivery-aims.ts'
import { priceOf, type ItemPrice, type PricedItem, type RatingTerms } from './item-price.ts'
import type { Pence } from '../money.ts'
import { formatsThatFit } from './packaging-fit.ts'
import type { PackagingCode } from '../catalogue/packaging.ts'
import type { PriceList } from '../tariffs/price-row.ts'
import { isInPlan, SERVICES, type Service, type ServiceCode } from '../catalogue/services.ts'

/** A cheaper legal way to send the same item: in another format, or by another service. */
export interface Advice {
  packaging?: PackagingCode
  service?: ServiceCode
  total_charge: Pence
}

type Candidate = Advice & Pick<ItemPrice, 'confidence'>

const TRACKING = ['none', 'confirmation', 'full']

/**
 * The cheapest alternative below `price`, from the same list and with the same fees: another format the item fits, or another
 * service with at least the same speed, tracking, signature and compensation. A price that is not confirmed is advised in place of
 * another one only.
 */
export function adviceFor(
  service: Service,
  price: ItemPrice,
  item: PricedItem,
  list: PriceList,
  terms: RatingTerms,
): Advice | undefined {
  const candidates = [
    ...inOtherFormats(service, item, list, terms),
    ...byOtherServices(service, price, item, list, terms),
  ]
  const cheaper = candidates.filter(
    ({ total_charge, confidence }) =>
      total_charge < price.total && (confidence !== 'low' || price.confidence === 'low'),
  )
  const [best] = cheaper.toSorted((a, b) => a.total_charge - b.total_charge)
  if (!best) return undefined
  const { confidence: _, ...advice } = best
  return advice
}

/** None without sides, because weight alone does not prove that an item fits, and none for a tube, which has its own rule. */
function inOtherFormats(service: Service, item: PricedItem, list: PriceList, terms: RatingTerms): Candidate[] {
  const { facts } = item
  if (!facts.sides || facts.packaging === 'tube') return []
  return formatsThatFit(facts).flatMap((format) => {
    const other = priceOf(service, { ...item, facts: { ...facts, packaging: format }, format }, list, terms)
    return other.ok ? [{ packaging: format, total_charge: other.total, confidence: other.confidence }] : []
  })
}

function byOtherServices(
  service: Service,
  { compensation_gbp }: ItemPrice,
  item: PricedItem,
  list: PriceList,
  terms: RatingTerms,
): Candidate[] {
  return SERVICES.filter((other) => givesNoLess(other, service) && isInPlan(other.code, terms.plan ?? 'full')).flatMap(
    (other) => {
      const levels = other.compensation_gbp.filter((level) => level >= compensation_gbp)
      const found = priceOf(other, { ...item, levels }, list, terms)
      return found.ok ? [{ service: other.code, total_charge: found.total, confidence: found.confidence }] : []
    },
  )
}

/**
 * Prepaid replies and postage of the user's own value are no alternatives, having no compensation. Saturday is not better than
 * Monday, because the addressee may be closed.
 */
const givesNoLess = (other: Service, one: Service): boolean =>
  other.code !== one.code &&
  one.compensation_gbp.length > 0 &&
  other.saturday === one.saturday &&
  slownessOf(other.delivery) <= slownessOf(one.delivery) &&
  TRACKING.indexOf(other.tracking) >= TRACKING.indexOf(one.tracking) &&
  (other.signature || !one.signature)
