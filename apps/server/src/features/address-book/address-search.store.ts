import type { AddressState, ListedAddress, Visibility } from '@postroom/contract/address-book'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { FIELDS } from './address.store.ts'
import { seenBy, type Reader } from './seen-by.store.ts'

interface AddressFilter {
  visibility?: Visibility | undefined
  /** Each word must begin some word of the address; no words match every address. */
  q?: string | undefined
  tags?: readonly string[]
}
interface AddressQuery extends AddressFilter {
  state?: AddressState | undefined
  orderBy: 'name' | 'company_name' | 'known_as' | 'code' | 'city' | 'postal_code'
  orderAsc: 'true' | 'false'
  start: number
  length: number
}

const STATES: Readonly<Record<Exclude<AddressState, 'twice'>, RawBuilder<boolean>>> = {
  unchecked: sql`correction_status = 'unverified' and suggested is null`,
  difference: sql`suggested is not null`,
  wrong: sql`correction_status = 'invalid' and invalid_reason is null`,
  returned: sql`invalid_reason is not null`,
}

/** Another address that `reader` sees names the same addressee. */
const isTwice = (reader: Reader) =>
  sql<boolean>`addressee in (select addressee from address where ${seenBy(reader)} group by addressee having count(*) > 1)`

/** One page of the addresses that `reader` may see, and their total. */
export async function findAddresses(
  db: Db,
  reader: Reader,
  { state, orderBy, orderAsc, start, length, ...filter }: AddressQuery,
): Promise<{ data: ListedAddress[]; total: number; start: number; length: number }> {
  let found = await filtered(db, reader, filter)
  if (state) found = found.where(state === 'twice' ? isTwice(reader) : STATES[state])
  const direction = orderAsc === 'true' ? 'asc' : 'desc'
  const [data, { total }] = await Promise.all([
    withUse(found, reader).orderBy(orderBy, direction).orderBy('id', direction).offset(start).limit(length).execute(),
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { data: data.map(listed), total, start, length }
}

/** One address with its use; nothing when `reader` does not see it. */
export async function findListed(db: Db, reader: Reader, id: string): Promise<ListedAddress | undefined> {
  const row = await withUse(
    db.selectFrom('address').where('id', '=', id).where(seenBy(reader)),
    reader,
  ).executeTakeFirst()
  return row && listed(row)
}

/**
 * The addresses that `reader` sees and `q` finds: first those of the addressees in `keys`, the latest used first, then
 * `most` others by name.
 */
export async function findAddresseesInBook(
  db: Db,
  reader: Reader,
  { q, keys, most }: { q: string; keys: readonly string[]; most: number },
): Promise<(ListedAddress & { addressee: string })[]> {
  const found = await filtered(db, reader, { q })
  const [used, named] = await Promise.all([
    keys.length > 0 ? keyed(found.where('addressee', 'in', keys), reader).execute() : [],
    keyed(found, reader).orderBy('name').orderBy('id').limit(most).execute(),
  ])
  const latest = used.toSorted((a, b) => keys.indexOf(a.addressee) - keys.indexOf(b.addressee))
  const rows = new Map([...latest, ...named].map((row) => [row.id, row]))
  return [...rows.values()].map((row) => ({ ...listed(row), addressee: row.addressee }))
}

const keyed = (found: Found, reader: Reader) => withUse(found, reader).select('addressee')

const countIf = (state: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${state})`

/** How many of the found addresses are in each state, and the tags that `reader` sees. */
export async function countAddresses(db: Db, reader: Reader, filter: AddressFilter) {
  const found = await filtered(db, reader, filter)
  const [{ all, ...states }, tags] = await Promise.all([
    found
      .select([
        sql<number>`count(*)`.as('all'),
        countIf(STATES.unchecked).as('unchecked'),
        countIf(STATES.difference).as('difference'),
        countIf(STATES.wrong).as('wrong'),
        countIf(STATES.returned).as('returned'),
        countIf(isTwice(reader)).as('twice'),
      ])
      .executeTakeFirstOrThrow(),
    sql<{ tag: string; count: number }>`
      select min(tag) as tag, count(*) as count from address, unnest(tags) as tag where ${seenBy(reader)}
      group by lower(tag) order by count(*) desc, min(tag) limit 200`.execute(db),
  ])
  return { all, states, tags: tags.rows }
}

type Found = SelectQueryBuilder<Tables, 'address', object>

async function filtered(db: Db, reader: Reader, { visibility, q, tags = [] }: AddressFilter): Promise<Found> {
  let found = db.selectFrom('address').where(seenBy(reader))
  if (visibility) found = found.where('visibility', '=', visibility)
  const held = [...(await wordsOf(db, q)), ...tags.map(tagged)]
  return held.length > 0 ? found.where('id', 'in', holding(reader, held)) : found
}

const SENT = sql`from purchase where purchase.organisation_id = address.organisation_id
  and purchase.addressee = address.addressee and not is_test and state in ('BOUGHT', 'VOID_REQUESTED')`

/** The columns of an address, and how often and when something was sent to it. */
const withUse = (found: Found, reader: Reader) =>
  found.select([
    'id',
    ...FIELDS,
    'addressee',
    sql<number>`(select count(*) ${SENT})`.as('sent'),
    sql<Date | null>`(select max(created_at) ${SENT})`.as('last_sent_at'),
    sql<boolean>`exists (select from address other where other.organisation_id = address.organisation_id
      and other.addressee = address.addressee and other.id <> address.id and other.deleted_at is null
      and (other.visibility = 'Public' or other.owner_id = ${reader.id}))`.as('is_twice'),
  ])

type Row = Omit<ListedAddress, 'last_sent_at'> & { last_sent_at: Date | null }
const listed = (row: Row): ListedAddress => ({ ...row, last_sent_at: row.last_sent_at?.toISOString() ?? null })

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

/** A condition on terms for each word of `q`, the longest first. A `q` without words matches no term. */
async function wordsOf(db: Db, q = '') {
  if (q === '') return []
  const { rows } = await sql<{ word: string }>`
    select word from search_terms(${q}) as word order by length(word) desc, word limit ${MOST_WORDS}`.execute(db)
  if (rows.length === 0) return [sql<boolean>`false`]
  return rows.map(({ word }) => sql<boolean>`term >= ${word} and term < ${word + LAST_CHARACTER}`)
}

const tagged = (tag: string) => sql<boolean>`term = tag_term(${tag})`
