import { sql } from 'kysely'

/** The reader of an address book: they see their own Private addresses and all Public ones. @see spec §3 'Address' */
export interface Reader {
  id: string
  organisation_id: string
}

/** Also the deleted ones, which can be restored. */
export const everSeenBy = ({ id, organisation_id }: Reader) =>
  sql<boolean>`organisation_id = ${organisation_id} and (visibility = 'Public' or owner_id = ${id})`

export const seenBy = (reader: Reader) => sql<boolean>`${everSeenBy(reader)} and deleted_at is null`
