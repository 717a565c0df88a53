import type { PostalAddress } from '@postroom/contract/address'
import { ADDRESS_CSV_COLUMNS, type SavedAddress } from '@postroom/contract/address-book'
import type { ReturnReason } from '@postroom/domain/post/returns'
import { sql, type Insertable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { AddressBookTables } from '../../db/tables/address-book.ts'
import { everSeenBy, seenBy, type Reader } from './seen-by.store.ts'

/** Everything of an address but its owner. */
export type AddressFields = Omit<SavedAddress, 'id'>

/** The columns of its CSV file, and what the server adds. */
export const FIELDS = [
  ...ADDRESS_CSV_COLUMNS,
  'correction_status',
  'invalid_reason',
  'suggested',
] as const satisfies readonly (keyof AddressFields)[]

/** Of one address, as the contract allows. */
const MOST_TAGS = 20
/** Rows per statement; PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 1000
/** So many new rows that searches need statistics of them at once. */
const MANY_ROWS = 200

/** Adds addresses that belong to `owner`. */
export async function insertAddresses(tx: Tx, owner: Reader, addresses: readonly AddressFields[]): Promise<void> {
  for (let from = 0; from < addresses.length; from += ROWS_AT_ONCE)
    await tx
      .insertInto('address')
      .values(addresses.slice(from, from + ROWS_AT_ONCE).map((fields) => owned(owner, fields)))
      .execute()
  if (addresses.length >= MANY_ROWS) await sql`select measure_addresses()`.execute(tx)
}

/** Adds one address that belongs to `owner`. */
export const insertAddress = (db: Db, owner: Reader, fields: AddressFields): Promise<SavedAddress> =>
  db
    .insertInto('address')
    .values(owned(owner, fields))
    .returning(['id', ...FIELDS])
    .executeTakeFirstOrThrow()

const owned = ({ id, organisation_id }: Reader, fields: AddressFields): Insertable<AddressBookTables['address']> => ({
  ...stored(fields),
  organisation_id,
  owner_id: id,
})

const stored = ({ suggested, ...fields }: AddressFields) => ({
  ...fields,
  suggested: suggested && JSON.stringify(suggested),
})

/** Updates an address. @returns it with its owner; nothing when `reader` does not see it */
export const updateAddress = (
  db: Db,
  reader: Reader,
  id: string,
  fields: AddressFields,
): Promise<(SavedAddress & { owner_id: string }) | undefined> =>
  db
    .updateTable('address')
    .set(stored(fields))
    .where('id', '=', id)
    .where(seenBy(reader))
    .returning(['id', 'owner_id', ...FIELDS])
    .executeTakeFirst()

/** The fields that identify an addressee; the postal code is stored in one form only. */
const ADDRESSEE = ['name', 'company_name', 'address1', 'address2', 'address3', 'city', 'state_province'] as const

/**
 * Marks as invalid every entry that `reader` sees of exactly this addressee, ignoring case. @returns how many entries
 */
export async function markInvalid(tx: Tx, reader: Reader, to: PostalAddress, reason: ReturnReason): Promise<number> {
  const isAddressee = ADDRESSEE.map((field) => sql<boolean>`lower(${sql.ref(field)}) = lower(${to[field]})`)
  const { numUpdatedRows } = await tx
    .updateTable('address')
    .set({ correction_status: 'invalid', invalid_reason: reason })
    .where(seenBy(reader))
    .where('postal_code', '=', to.postal_code)
    .where('country', '=', to.country)
    .where(sql<boolean>`${sql.join(isAddressee, sql` and `)}`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes or restores addresses. @returns how many `reader` sees and were changed */
export async function setDeleted(db: Db, reader: Reader, ids: readonly string[], at: Date | null): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('address')
    .set({ deleted_at: at })
    .where('id', 'in', ids)
    .where(everSeenBy(reader))
    .where('deleted_at', at ? 'is' : 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Keeps addresses as they are written. @returns how many had a suggestion */
export async function dropSuggestion(db: Db, reader: Reader, ids: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('address')
    .set({ suggested: null })
    .where('id', 'in', ids)
    .where(seenBy(reader))
    .where('suggested', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Adds a tag to addresses, where they do not have it in other letters, or removes it. @returns how many were changed */
export async function setTag(
  db: Db,
  reader: Reader,
  { ids, tag, isOn }: { ids: readonly string[]; tag: string; isOn: boolean },
): Promise<number> {
  const without = sql<string[]>`array(select had from unnest(tags) as had where lower(had) <> lower(${tag}))`
  const hasTag = sql<boolean>`exists (select from unnest(tags) as had where lower(had) = lower(${tag}))`
  const { numUpdatedRows } = await db
    .updateTable('address')
    .set({ tags: isOn ? sql<string[]>`array_append(tags, ${tag})` : without })
    .where('id', 'in', ids)
    .where(seenBy(reader))
    .where(isOn ? sql<boolean>`not ${hasTag} and cardinality(tags) < ${MOST_TAGS}` : hasTag)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Everything that `reader` sees, by name, in pages, so that neither a statement nor the process is busy for long. */
export async function* allAddresses(db: Db, reader: Reader): AsyncGenerator<SavedAddress[]> {
  const next = db
    .selectFrom('address')
    .select(['id', ...FIELDS])
    .where(seenBy(reader))
    .orderBy('name')
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
  let page = await next.execute()
  while (page.length > 0) {
    yield page
    const last = page.at(-1)!
    page = await next.where(sql<boolean>`(name, id) > (${last.name}, ${last.id}::uuid)`).execute()
  }
}
