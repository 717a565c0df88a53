import { erasePerson } from '../operation/erase-person.store.ts'
import type { Outcome } from './outcome.ts'
import { asOwner } from './with-database.ts'

/** Removes a person from shipments and address books, on request. */
export const erase = (name: string, postal_code: string): Promise<Outcome> =>
  asOwner(async (url) => {
    const { shipments, addresses, open, waiting } = await erasePerson(url, { name, postal_code })
    const text = `Erased from ${shipments} shipments and ${addresses} address book entries.\n`
    const left = [
      open > 0 && `${open} shipments still wait for the carrier. Run this again when they are settled.\n`,
      waiting > 0 && `${waiting} batch rows have not finished. Run this again when they have.\n`,
    ].filter((line) => line !== false)
    return { text: text + left.join(''), exitCode: left.length > 0 ? 1 : 0 }
  })
