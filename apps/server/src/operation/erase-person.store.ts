import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { inTransaction, type Tx } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'
import { recordAudit } from '../features/audit/audit.store.ts'

/** Who asks to be forgotten, as written on the label. Capitals and spaces do not matter. */
interface Person {
  name: string
  postal_code: string
}

interface Erased {
  shipments: number
  addresses: number
  /** Shipments that the carrier still has to settle, left as they are: erase again later. */
  open: number
}

/**
 * Takes a person out of shipments and address books, in every organisation of the database at `url`; needs the rights of
 * its owner. Prices, ledger and audit log stay as they are: they hold no address. Papers are drawn anew without the person.
 */
export async function erasePerson(url: string, person: Person): Promise<Erased> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const owner = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await inTransaction(owner, (tx) => erase(tx, person))
  } finally {
    await owner.destroy()
  }
}

async function erase(tx: Tx, person: Person): Promise<Erased> {
  const to = is(person, sql`draft -> 'to'`)
  const from = is(person, sql`draft -> 'from'`)
  await sql`create temp table erased on commit drop as
    select id, organisation_id, state in ('AUTHORISED', 'VOID_REQUESTED') as open from purchase
    where ${to} or ${from} for update`.execute(tx)
  await dropPapers(tx)
  // the hash of the request was made from the address too
  await sql`update purchase set req_hash = 'erased', notes = '', "references" = '{}', draft = draft
      || jsonb_build_object('references', '[]'::jsonb,
        'to', case when ${to} then ${nobodyAt(sql`draft -> 'to'`)} else draft -> 'to' end,
        'from', case when ${from} then ${nobodyAt(sql`draft -> 'from'`)} else draft -> 'from' end)
    where id in (select id from erased where not open)`.execute(tx)
  const addresses = await sql<{ organisation_id: string }>`
    delete from address where ${is(person, sql`to_jsonb(address)`)} returning organisation_id`.execute(tx)
  const shipments = await sql<{ organisation_id: string; open: boolean }>`
    select organisation_id, open from erased`.execute(tx)
  const done = shipments.rows.filter(({ open }) => !open)
  for (const organisation_id of new Set([...done, ...addresses.rows].map((row) => row.organisation_id)))
    await recordAudit(tx, { organisation_id, event: 'person_erased' })
  return { shipments: done.length, addresses: addresses.rows.length, open: shipments.rows.length - done.length }
}

/** The papers go; what stays is that they are to be drawn, at the next look, from what is left. */
async function dropPapers(tx: Tx): Promise<void> {
  await sql`create temp table redrawn on commit drop as select id, purchase_id, type from document
    where purchase_id in (select id from erased where not open)`.execute(tx)
  await sql`delete from document_link where document_id in (select id from redrawn)`.execute(tx)
  await sql`delete from document where id in (select id from redrawn)`.execute(tx)
  await sql`insert into document (purchase_id, type) select purchase_id, type from redrawn`.execute(tx)
}

type Sql = RawBuilder<unknown>

const is = ({ name, postal_code }: Person, address: Sql): Sql =>
  sql`(lower(btrim((${address}) ->> 'name')) = lower(btrim(${name}))
    and replace(upper((${address}) ->> 'postal_code'), ' ', '') = replace(upper(${postal_code}), ' ', ''))`

/** What stays of an address: the country, and the part of the postal code that the price depended on. */
const nobodyAt = (address: Sql): Sql => sql`(${address}) || jsonb_build_object(
  'name', 'Erased', 'company_name', '', 'address1', 'Erased', 'address2', '', 'address3', '', 'city', 'Erased',
  'state_province', '', 'phone1', '', 'email', '',
  'postal_code', case when (${address}) ->> 'country' in ('GB', 'GG', 'IM', 'JE')
    then regexp_replace((${address}) ->> 'postal_code', '[0-9][A-Z]{2}$', '1AA') else (${address}) ->> 'postal_code' end)`
