import type { AddressText } from '@postroom/contract/address'
import type { SavedAddress } from '@postroom/contract/address-book'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Tables of `016-addresses.sql`. The database keeps `address_term` in step with `address`. */
export interface AddressBookTables {
  address: Omit<SavedAddress, 'id' | 'suggested'> & {
    id: Generated<string>
    suggested: JSONColumnType<AddressText | null, string | null | undefined, string | null>
    organisation_id: string
    owner_id: string
    created_at: Generated<Date>
    deleted_at: ColumnType<Date | null, never, Date | null>
    known_as: GeneratedAlways<string>
    addressee: GeneratedAlways<string>
  }
  address_term: { organisation_id: string; term: string; address_id: string }
}
