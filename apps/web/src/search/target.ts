import type { PostalAddress } from '@postroom/contract/address'
import { href, type PageName } from '../pages.ts'
import { SETTINGS } from './settings.ts'
import type { Found } from './use-search.ts'

/** The key of the row that opens every shipment that is found. */
export const ALL_SHIPMENTS = 'all shipments'

/** Where a found row leads. An address goes along as state of the page: it does not belong in a URL. */
export interface Target {
  to: string
  state?: { addressee: PostalAddress }
}

/**
 * The target of a row, by its key: `page home`, `setting password`, `person 0`, `shipment {id}`, `all shipments`,
 * `topic take_back`. Undefined for a row that is gone.
 */
export function targetOf(key: string, found: Found, typed: string): Target | undefined {
  const { pages, settings, people, shipments, topics } = found
  if (key === ALL_SHIPMENTS) return { to: href('history', { q: typed.trim() }) }
  const [kind, id = ''] = key.split(' ')
  if (kind === 'person') {
    const person = people[Number(id)]
    return person && { to: href('shipping'), state: { addressee: person.address } }
  }
  if (kind === 'shipment') {
    return shipments.some((shipment) => shipment.id === id) ? { to: href('history', { shipment: id }) } : undefined
  }
  if (kind === 'topic') {
    const topic = topics.find(({ name }) => name === id)
    return topic && { to: href('help', { topic: topic.name }) }
  }
  if (kind === 'setting') {
    const name = settings.find((setting) => setting === id)
    return name && { to: href(SETTINGS[name].page, SETTINGS[name].query) }
  }
  const page = pages.find((name): name is PageName => name === id)
  return page && { to: href(page) }
}
