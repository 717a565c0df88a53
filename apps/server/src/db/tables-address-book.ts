import type { SavedAddress } from '@postroom/contract/address-book'
import type { Generated } from 'kysely'

/** Tables of `016-addresses.sql`. The database keeps `address_term` in step with `address`. */
export interface AddressBookTables {
  address: Omit<SavedAddress, 'id'> & {
    id: Generated<string>
    organisation_id: string
    owner_id: string
    created_at: Generated<Date>
  }
  address_term: { organisation_id: string; term: string; address_id: string }
}
