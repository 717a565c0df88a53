import type { PriceNarrowing } from '@postroom/contract/price-list'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import { CHANNELS } from '@postroom/domain/tariffs/channels'

/** What the prices are narrowed to. It is part of the query of the page's URL, under the same names. */
export type PriceFilter = Pick<PriceNarrowing, 'channel' | 'list' | 'service' | 'changed'>

/** The filter in a URL. What is not understood is left out. */
export const filterIn = (search: URLSearchParams): PriceFilter => ({
  channel: CHANNELS.find((channel) => channel === search.get('channel')) ?? 'online',
  list: search.get('list')?.slice(0, 40) || undefined,
  service: SERVICE_CODES.find((service) => service === search.get('service')),
  changed: search.get('changed') === 'true' ? 'true' : 'false',
})

export const queryOf = ({ channel, list, service, changed }: PriceFilter): Record<string, string> => ({
  view: 'prices',
  ...(channel !== 'online' && { channel }),
  ...(list && { list }),
  ...(service && { service }),
  ...(changed === 'true' && { changed }),
})
