import type { PostalAddress } from '@postroom/contract/address'
import { ADDRESS_CSV_COLUMNS, type SavedAddress, type Visibility } from '@postroom/contract/address-book'
import type { ReturnReason } from '@postroom/domain/post/returns'
import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { AddressBookTables } from '../../db/tables-address-book.ts'

/** The reader of an address book: they see their own Private addresses and all Public ones. @see spec §3 'Address' */
export interface Reader {
  id: string
  organisation_id: string
}

/** Everything of an address but its owner. */
export type AddressFields = Omit<SavedAddress, 'id'>

/** The columns of its CSV file, and what the server adds. */
const FIELDS = [
  ...ADDRESS_CSV_COLUMNS,
  'correction_status',
  'invalid_reason',
] as const satisfies readonly (keyof AddressFields)[]

const seenBy = ({ id, organisation_id }: Reader) =>
  sql<boolean>`organisation_id = ${organisation_id} and (visibility = 'Public' or owner_id = ${id})`

interface AddressQuery {
  visibility?: Visibility | undefined
  /** Each word must begin some word of the address; no words match every address. */
  q?: string | undefined
  tags?: readonly string[]
  orderBy: 'name' | 'company_name' | 'code' | 'city' | 'postal_code'
  orderAsc: 'true' | 'false'
  start: number
  length: number
}

/** One page of the addresses that `reader` may see, and their total. */
export async function findAddresses(
  db: Db,
  reader: Reader,
  { visibility, q, tags = [], orderBy, orderAsc, start, length }: AddressQuery,
): Promise<{ data: SavedAddress[]; total: number; start: number; length: number }> {
  let found = db.selectFrom('address').where(seenBy(reader))
  if (visibility) found = found.where('visibility', '=', visibility)
  const held = [...(await wordsOf(db, q)), ...tags.map(tagged)]
  if (held.length > 0) found = found.where('id', 'in', holding(reader, held))
  const direction = orderAsc === 'true' ? 'asc' : 'desc'
  const [data, { total }] = await Promise.all([
    found
      .select(['id', ...FIELDS])
      .orderBy(orderBy, direction)
      .orderBy('id', direction)
      .offset(start)
      .limit(length)
      .execute(),
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { data, total, start, length }
}

/**
 * The addresses that hold all of these terms. Terms are joined to each other first, since few addresses hold two of
 * them.
 */
const holding = ({ organisation_id }: Reader, held: readonly RawBuilder<boolean>[]) => {
  const each = held.map(
    (term) => sql`(select address_id from address_term where organisation_id = ${organisation_id} and ${term})`,
  )
  return sql<string>`(select address_id from ${sql.join(each, sql` natural join `)})`
}

/** More words than this narrow the search no further. */
const MOST_WORDS = 8
/** Sorts after every other character. */
const LAST_CHARACTER = '\u{10ffff}'

/** A condition on terms for each word of `q`. A `q` without words matches no term. */
async function wordsOf(db: Db, q = '') {
  if (q === '') return []
  const { rows } = await sql<{ word: string }>`select search_terms(${q}) as word`.execute(db)
  if (rows.length === 0) return [sql<boolean>`false`]
  return rows.slice(0, MOST_WORDS).map(({ word }) => sql<boolean>`term >= ${word} and term < ${word + LAST_CHARACTER}`)
}

const tagged = (tag: string) => sql<boolean>`term = tag_term(${tag})`

/** An address that `reader` may see, and its owner. */
export const findAddress = (db: Db, reader: Reader, id: string): Promise<{ owner_id: string } | undefined> =>
  db.selectFrom('address').select('owner_id').where('id', '=', id).where(seenBy(reader)).executeTakeFirst()

/** Rows per statement; PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 1000

/** Adds addresses that belong to `owner`. */
export async function insertAddresses(tx: Tx, owner: Reader, addresses: readonly AddressFields[]): Promise<void> {
  for (let from = 0; from < addresses.length; from += ROWS_AT_ONCE)
    await tx
      .insertInto('address')
      .values(addresses.slice(from, from + ROWS_AT_ONCE).map((fields) => owned(owner, fields)))
      .execute()
}

/** Adds one address that belongs to `owner`. */
export const insertAddress = (db: Db, owner: Reader, fields: AddressFields): Promise<SavedAddress> =>
  db
    .insertInto('address')
    .values(owned(owner, fields))
    .returning(['id', ...FIELDS])
    .executeTakeFirstOrThrow()

const owned = ({ id, organisation_id }: Reader, fields: AddressFields): Insertable<AddressBookTables['address']> => ({
  ...fields,
  organisation_id,
  owner_id: id,
})

/** Updates an address; nothing when `reader` does not see it. */
export const updateAddress = (
  db: Db,
  reader: Reader,
  id: string,
  fields: AddressFields,
): Promise<SavedAddress | undefined> =>
  db
    .updateTable('address')
    .set(fields)
    .where('id', '=', id)
    .where(seenBy(reader))
    .returning(['id', ...FIELDS])
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

/** @returns false when `reader` does not see it */
export async function deleteAddress(db: Db, reader: Reader, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('address')
    .where('id', '=', id)
    .where(seenBy(reader))
    .executeTakeFirst()
  return numDeletedRows > 0n
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
