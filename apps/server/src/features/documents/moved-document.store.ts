import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'

/** A process that dies while it stores an object leaves it to another. */
const LEASE = sql`clock_timestamp() + interval '5 minutes'`

/** The name of a document's object. */
export const objectNameOf = (organisationId: string, documentId: string): string => `${organisationId}/${documentId}`

/** A document, and its object in a bucket. */
export interface MovedDocument {
  id: string
  name: string
  sha256: string
}

/**
 * Claims the oldest documents drawn before an instant, whose bytes are still in the database. Several processes claim
 * different ones.
 */
export async function claimToMove(
  db: Db,
  place: string,
  { before, most }: { before: Date; most: number },
): Promise<(MovedDocument & { pdf: Uint8Array })[]> {
  const claimed = await sql<{ document_id: string; name: string }>`
    with due as (
      select document.id, organisation_id || '/' || document.id as name
      from document join purchase on purchase.id = document.purchase_id
      where document.pdf is not null and document.created_at < ${before} and not exists (
        select from document_object where document_id = document.id and busy_until > clock_timestamp())
      order by document.created_at limit ${most} for update of document skip locked)
    insert into document_object as object (place, name, document_id, busy_until)
    select ${place}, name, id, ${LEASE} from due
    on conflict (place, name) do update set busy_until = excluded.busy_until
      where object.busy_until < clock_timestamp() and object.document_id is not null
    returning document_id, name`.execute(db)
  const nameOf = new Map(claimed.rows.map(({ document_id, name }) => [document_id, name]))
  const { rows } = await sql<{ id: string; sha256: string; pdf: Uint8Array }>`
    select id, sha256, pdf from document where id = any(${[...nameOf.keys()]}::uuid[]) and pdf is not null`.execute(db)
  return rows.map((row) => ({ ...row, name: nameOf.get(row.id)! }))
}

/**
 * Drops the bytes of a document whose object has them. When the document was deleted meanwhile, its object becomes one to
 * delete.
 */
export const noteMoved = (db: Db, place: string, { id, name }: MovedDocument): Promise<void> =>
  inTransaction(db, async (tx) => {
    // a claim locks the document first, too: in the other order the two would wait for each other
    await sql`select from document where id = ${id} for update`.execute(tx)
    const noted = await sql`
      update document_object set stored_at = clock_timestamp(), busy_until = clock_timestamp()
      where place = ${place} and name = ${name} and document_id = ${id}`.execute(tx)
    if (noted.numAffectedRows === 1n) await sql`update document set pdf = null where id = ${id}`.execute(tx)
    else
      await sql`
        insert into document_object (place, name, busy_until) values (${place}, ${name}, clock_timestamp())
        on conflict do nothing`.execute(tx)
  })

/** Some documents whose bytes are in a bucket, by name. */
export async function listMoved(db: Db, place: string, after: string, most: number): Promise<MovedDocument[]> {
  const { rows } = await sql<MovedDocument>`
    select document.id, name, sha256 from document_object join document on document.id = document_id
    where place = ${place} and name > ${after} and stored_at is not null and pdf is null
    order by name limit ${most}`.execute(db)
  return rows
}

/** Puts the bytes of a document back; its object becomes one to delete. */
export const putBack = (db: Db, { id }: MovedDocument, pdf: Uint8Array): Promise<void> =>
  inTransaction(db, async (tx) => {
    await sql`update document set pdf = ${pdf} where id = ${id} and pdf is null`.execute(tx)
    await sql`
      update document_object set document_id = null, stored_at = null, busy_until = clock_timestamp()
      where document_id = ${id}`.execute(tx)
  })

/**
 * Takes an object to delete, and forgets it once `remove` has deleted it; a second attempt deletes nothing.
 *
 * @returns false when there is none
 */
export const forgetOne = (db: Db, place: string, remove: (name: string) => Promise<void>): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    // the row stays locked: a late process that has just stored the object waits, and then queues it again
    const { rows } = await sql<{ name: string }>`
      delete from document_object where ctid = (
        select ctid from document_object where place = ${place} and document_id is null and busy_until < clock_timestamp()
        limit 1 for update skip locked)
      returning name`.execute(tx)
    const [object] = rows
    if (object) await remove(object.name)
    return object !== undefined
  })

/** How many objects there still are. */
export async function countObjects(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from document_object`.execute(db)
  return rows[0]!.n
}

/** The places with objects: the first and the last by name, which the index knows at once. */
export async function outerPlaces(db: Db): Promise<string[]> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(place) as first, max(place) as last from document_object`.execute(db)
  return [rows[0]!.first, rows[0]!.last].filter((place) => place !== null)
}
