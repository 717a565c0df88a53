import type { CalendarDate } from '../calendar.ts'
import type { Channel } from './channels.ts'
import type { PriceList } from './price-row.ts'
import { PRICE_LISTS } from './lists/price-lists.ts'

/**
 * The price list of `channel` for an item posted on `day` in London: the newest list in force at 00:00 that day. Before the first
 * list of a channel nothing has a price.
 */
export const priceListFor = (channel: Channel, day: CalendarDate): PriceList =>
  PRICE_LISTS.findLast((list) => list.channel === channel && list.effective_from <= day) ?? BEFORE_THE_FIRST[channel]

const before = (channel: Channel): PriceList => ({
  id: `${channel.replace('_', '-')}-none`,
  channel,
  effective_from: '0001-01-01',
  unpublished: {},
  sources: {},
  rows: [],
})

const BEFORE_THE_FIRST: Readonly<Record<Channel, PriceList>> = {
  online: before('online'),
  post_office: before('post_office'),
  franking: before('franking'),
}
