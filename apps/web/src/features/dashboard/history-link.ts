import { href } from '../../pages.ts'
import type { Period } from '@postroom/domain/purchase/spending-periods'

interface Filter extends Partial<Period> {
  service?: string | undefined
  costcenter?: string | undefined
  person?: string | undefined
  country?: string | undefined
  state?: string | undefined
  shipment?: string | undefined
}

/** The address of the history, filtered. */
export function historyHref(filter: Filter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return href('history', Object.fromEntries(given as [string, string][]))
}
