import type { PostalAddress } from '@postroom/contract/address'
import { href, type PageName } from '../pages.ts'
import type { Found } from './use-search.ts'

/** Where a found row leads. An address goes along as state of the page: it does not belong in a URL. */
export interface Target {
  to: string
  state?: { addressee: PostalAddress }
}

/** The target of a row, by its key: `page home`, `person 0`, `shipment {id}`. Undefined for a row that is gone. */
export function targetOf(key: string, { pages, people, shipments }: Found): Target | undefined {
  const [kind, id = ''] = key.split(' ')
  if (kind === 'person') {
    const person = people[Number(id)]
    return person && { to: href('shipping'), state: { addressee: person.address } }
  }
  if (kind === 'shipment') {
    return shipments.some((shipment) => shipment.id === id) ? { to: href('home', { shipment: id }) } : undefined
  }
  const page = pages.find((name): name is PageName => name === id)
  return page && { to: href(page) }
}
