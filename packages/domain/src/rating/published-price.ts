import { postageLine, type PriceLine } from './explanation.ts'
import { FEE_WITHIN } from './fees.ts'
import { toPence } from '../money.ts'
import { rowFor, type PriceKey, type PriceList, type PriceRow } from '../tariffs/price-row.ts'
import type { PricedFormat, Service } from '../catalogue/services.ts'

/** A published price as price lines that add up to it. The other fields are those of its row. */
export interface PublishedPrice extends Pick<PriceRow, 'vat' | 'compensation_gbp' | 'confidence' | 'sources'> {
  lines: PriceLine[]
}

/** The key of a price, with the acceptable `levels` of compensation, cheapest first. */
type Wanted = Omit<PriceKey, 'service' | 'compensation_gbp' | 'format'> & {
  format: PricedFormat
  levels: readonly number[]
}

/**
 * A price of a list split into the postage of the plainer service where the list has one, the surcharge of the service, and the
 * surcharge for compensation. In a contract the better service may cost less: then there is nothing to split.
 */
export function publishedPrice(service: Service, wanted: Wanted, list: PriceList): PublishedPrice | undefined {
  const { format, country, weight, levels } = wanted
  const row = (code: Service['code'], compensation_gbp: number) =>
    rowFor(list, { service: code, format, country, weight, compensation_gbp })
  const rows = service.compensation_gbp.flatMap((level) => row(service.code, level) ?? [])
  const [lowest] = rows
  if (!lowest) return undefined

  const chosen = levels.flatMap((level) => rows.find((found) => found.compensation_gbp === level) ?? [])[0]
  if (!chosen) return undefined
  const { compensation_gbp, vat, confidence, sources } = chosen

  const base = lowest.price <= chosen.price ? lowest : chosen
  const extra = FEE_WITHIN[service.code]
  const plain = extra && row(extra.plain, base.compensation_gbp)
  const postage = plain && plain.price <= base.price ? plain : base
  return {
    lines: [
      postageLine(postage, format),
      ...(extra ? feeLine(extra.code, extra.name, base.price - postage.price) : []),
      ...feeLine('compensation', `Compensation up to £${compensation_gbp}`, chosen.price - base.price, {
        compensation_gbp,
      }),
    ],
    vat,
    compensation_gbp,
    confidence,
    sources,
  }
}

const feeLine = (
  code: PriceLine['code'],
  description: string,
  amount: number,
  values: PriceLine['values'] = {},
): PriceLine[] => (amount === 0 ? [] : [{ code, description, values, amount: toPence(amount) }])
