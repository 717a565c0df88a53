import type { Pence } from '../money.ts'
import type { PriceList, PriceRow } from './price-row.ts'

/** A price of a list and of the one before it; at least one of them is there. */
export interface ComparedRow extends Pick<
  PriceRow,
  'service' | 'format' | 'zone' | 'compensation_gbp' | 'from_g' | 'to_g' | 'vat'
> {
  price?: Pence
  before?: Pence
}

/**
 * The prices of a list in its order, each with what it was before, then those that are no longer sold. A weight step that
 * begins or ends elsewhere is another price.
 * @param before the list before it; undefined for the first, whose prices all count as unchanged
 */
export function comparePrices(list: PriceList, before: PriceList | undefined): ComparedRow[] {
  if (!before) return list.rows.map((row) => ({ ...aboutOf(row), price: row.price, before: row.price }))
  const old = new Map(before.rows.map((row) => [keyOf(row), row]))
  const rows = list.rows.map((row): ComparedRow => {
    const was = old.get(keyOf(row))
    old.delete(keyOf(row))
    return { ...aboutOf(row), price: row.price, ...(was && { before: was.price }) }
  })
  return [...rows, ...[...old.values()].map((row) => ({ ...aboutOf(row), before: row.price }))]
}

export const hasChanged = ({ price, before }: ComparedRow): boolean => price !== before

const keyOf = ({ service, format, zone, compensation_gbp, from_g, to_g }: PriceRow): string =>
  [service, format, zone, compensation_gbp, from_g, to_g].join(' ')

const aboutOf = ({ service, format, zone, compensation_gbp, from_g, to_g, vat }: PriceRow) => ({
  service,
  format,
  zone,
  compensation_gbp,
  from_g,
  to_g,
  vat,
})
