import type { CalendarDate } from './calendar.ts'
import type { PriceList } from './price-row.ts'
import { ONLINE_2026_04_07 } from './tariffs/online-2026-04-07.ts'

/** Every price list there is, oldest first. A new one is added; an old one stays, for what was bought under it. */
const PRICE_LISTS: readonly [PriceList, ...PriceList[]] = [ONLINE_2026_04_07]

/**
 * The prices of `channel` for an item posted on `day` in London: those of the newest list that has begun. Before the
 * first list begins there is no price for anything.
 */
export function priceListFor(channel: PriceList['channel'], day: CalendarDate): PriceList {
  const begun = PRICE_LISTS.findLast((list) => list.channel === channel && list.effective_from <= day)
  return begun ?? { ...PRICE_LISTS[0], rows: [] }
}
