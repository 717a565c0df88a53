import { Kysely, PostgresDialect, sql, type RawBuilder, type Selectable } from 'kysely'
import pg from 'pg'
import { inTransaction, type Tx } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'
import { recordAudit } from '../features/audit/audit.store.ts'
import { OPEN } from '../features/batches/batch.store.ts'

/** The person to erase, as written on the label. Case and spaces are ignored. */
interface Person {
  name: string
  postal_code: string
}

interface Erased {
  shipments: number
  addresses: number
  /** Shipments that the carrier has yet to settle, left as they are: erase again later. */
  open: number
  /** Rows of batches that have not finished, left as they are: erase again later. */
  waiting: number
}

/**
 * Removes a person from shipments and address books, in every organisation of the database at `url`; needs the rights
 * of its owner. Prices, ledger and audit log stay as they are: they hold no address. Documents are drawn again without
 * the person.
 */
export async function erasePerson(url: string, person: Person): Promise<Erased> {
  const pool = new pg.Pool({ connectionString: url, max: 1 }).on('error', () => {})
  const owner = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await inTransaction(owner, (tx) => erase(tx, person))
  } finally {
    await owner.destroy()
  }
}

interface Found {
  id: string
  organisation_id: string
}

const SIDES = ['to', 'from'] as const

async function erase(tx: Tx, person: Person): Promise<Erased> {
  const isOn = (side: (typeof SIDES)[number]) => is(person, sql`draft -> ${sql.lit(side)}`)
  const isThere = sql`(${isOn('to')} or ${isOn('from')})`
  const rowsOf = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(tx)).rows

  // read first: a row that leaves the queue meanwhile is found among the shipments
  const inBatches = await batchRowsWith(tx, isThere)
  const bought = await rowsOf(sql<Found & { open: boolean }>`
    select id, organisation_id, state in ('AUTHORISED', 'VOID_REQUESTED') as open from purchase where ${isThere} for update`)
  const settled = bought.filter(({ open }) => !open)
  const manual = await rowsOf(sql<Found>`select id, organisation_id from manual_shipment where ${isThere} for update`)
  for (const side of SIDES) {
    await sql`select erase_party(array(
      select id from purchase where id = any(${idsOf(settled)}) and ${isOn(side)}), ${side})`.execute(tx)
    await sql`update manual_shipment set draft = draft || jsonb_build_object(
        'notes', '', 'references', '[]'::jsonb, ${sql.lit(side)}, nobody_at(draft -> ${sql.lit(side)}))
      where ${isOn(side)}`.execute(tx)
  }
  await sql`update returned_item set notes = '' where manual_shipment_id = any(${idsOf(manual)})`.execute(tx)
  const prepared = await rowsOf(
    sql<Found>`delete from pending_shipment where ${isThere} returning pending_id as id, organisation_id`,
  )
  const ended = inBatches.filter((row) => !isOpen(row))
  await forgetShipments(tx, ended)
  await sql`delete from draft where ${isWrittenIn(person, sql`"values"`)}`.execute(tx)
  const addresses = [
    ...(await rowsOf(sql<Found>`
      delete from address where ${is(person, sql`to_jsonb(address)`)} returning id, organisation_id`)),
    ...(await rowsOf(sql<Found>`delete from shipper where ${is(person, sql`address`)} returning id, organisation_id`)),
  ]
  const shipments = [...settled, ...manual, ...prepared]
  const organisations = new Set([...shipments, ...addresses].map((row) => row.organisation_id))
  const events = [...organisations].map((organisation_id) => ({ organisation_id, event: 'person_erased' as const }))
  if (events.length > 0) await recordAudit(tx, ...events)
  return {
    shipments: shipments.length,
    addresses: addresses.length,
    open: bought.length - settled.length,
    waiting: inBatches.filter(isOpen).length,
  }
}

const idsOf = (rows: readonly Found[]): string[] => rows.map(({ id }) => id)

type Sql = RawBuilder<unknown>
type Address = Partial<Person>
type Addressed = Partial<Record<(typeof SIDES)[number], Address>>

type BatchRow = Pick<Selectable<Tables['batch_row']>, 'organisation_id' | 'batch_id' | 'position' | 'state'>

const isOpen = ({ state }: BatchRow): boolean => OPEN.some((open) => open === state)

/** The batch rows that match `isThere`, read without the characters that the database cannot parse in them. */
async function batchRowsWith(tx: Tx, isThere: Sql): Promise<BatchRow[]> {
  const kept = await sql<BatchRow & { shipment: Addressed }>`
    select organisation_id, batch_id, position, state, shipment from batch_row where shipment is not null`.execute(tx)
  const drafts = kept.rows.map(({ shipment: { to, from } }) => ({ to: readable(to), from: readable(from) }))
  const { rows } = await sql<{ at: number }>`
    select at::int from jsonb_array_elements(${JSON.stringify(drafts)}::jsonb) with ordinality as kept (draft, at)
    where ${isThere}`.execute(tx)
  return rows.map(({ at }) => kept.rows[at - 1]!)
}

/** Forgets what a row that has ended would be sent again with. */
const forgetShipments = (tx: Tx, rows: readonly BatchRow[]) =>
  sql`update batch_row set shipment = null
    where (organisation_id::text, batch_id, position) in (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as ended (organisation_id text, batch_id text, position int))`.execute(tx)

const readable = ({ name = '', postal_code = '' }: Address = {}): Person => ({
  name: cleanOf(name),
  postal_code: cleanOf(postal_code),
})

const cleanOf = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Ignores case and spaces. */
const is = ({ name, postal_code }: Person, address: Sql): Sql =>
  sql`(${plain(sql`(${address}) ->> 'name'`)} = ${plain(sql`${name}`)}
    and ${plain(sql`(${address}) ->> 'postal_code'`)} = ${plain(sql`${postal_code}`)})`

const plain = (text: Sql): Sql => sql`lower(regexp_replace(normalize(${text}, nfkc), '\\s', '', 'g'))`

/** A draft has the fields of its form, which the server does not know, so its text is searched. */
const isWrittenIn = ({ name, postal_code }: Person, text: Sql): Sql =>
  sql`(position(${plain(sql`${name}`)} in ${plain(text)}) > 0 and position(${plain(sql`${postal_code}`)} in ${plain(text)}) > 0)`
