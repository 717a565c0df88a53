import { erasePerson } from '../operation/erase-person.store.ts'
import type { Outcome } from './outcome.ts'
import { asOwner } from './with-database.ts'

/** Takes a person out of shipments and address books, on request. */
export const erase = (name: string, postal_code: string): Promise<Outcome> =>
  asOwner(async (url) => {
    const { shipments, addresses, open } = await erasePerson(url, { name, postal_code })
    const text = `Erased from ${shipments} shipments and ${addresses} address book entries.\n`
    if (open === 0) return { text, exitCode: 0 }
    return { text: `${text}${open} shipments wait for the carrier: erase again when they are settled.\n`, exitCode: 1 }
  })
