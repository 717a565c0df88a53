import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction, type Tx } from '../db/in-transaction.ts'
import { fileNotices } from './inbox.store.ts'
import type { DeliveryNotice, NewNotice, Notice } from './notice.ts'

/** A notice that this process sends. */
export interface ClaimedNotice {
  id: number
  organisation_id: string
  user_id: string | null
  notice: Notice | DeliveryNotice
  /** This one included. */
  attempts: number
}

/**
 * Queues the mails of notices and files them for their readers, best in the transaction of the events: both exist if it
 * commits, and survive the death of a process.
 */
export async function queueNotices(db: Db, ...notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('outbox')
      .values(notices.map(({ notice, asked_by: _by, ...row }) => ({ ...row, notice: JSON.stringify(notice) })))
      .execute()
    await fileNotices(tx, notices)
  })
}

/** Queues mails about shipments in the transaction of their events. Those to the buyer carry their id, so that erasing them deletes it. */
export async function queueDeliveries(
  tx: Tx,
  mails: readonly { organisation_id: string; user_id: string | null; notice: DeliveryNotice }[],
): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ notice, ...row }) => ({ ...row, notice: JSON.stringify(notice) }))
  await tx.insertInto('outbox').values(rows).execute()
}

/** Ten mails take much less; when a process dies, another takes over after it. */
const LEASE = sql`interval '5 minutes'`

/**
 * Claims up to `limit` due notices, oldest first; mails about delivery, of which there may be thousands, after all others. Each goes
 * to one process only until its lease ends.
 */
export async function claimNotices(db: Db, limit: number): Promise<ClaimedNotice[]> {
  const { rows } = await sql<ClaimedNotice>`
    update outbox set attempts = attempts + 1, due_at = clock_timestamp() + ${LEASE}
    where id in (
      select id from outbox where due_at <= clock_timestamp() order by is_bulk, due_at limit ${limit} for update skip locked)
    returning id, organisation_id, user_id, notice, attempts`.execute(db)
  return rows
}

/** Deletes a notice that was sent or is no longer needed. */
export const deleteNotice = (db: Db, id: number): Promise<unknown> =>
  db.deleteFrom('outbox').where('id', '=', id).execute()

const RETRY_FIRST_S = 60
const RETRY_MOST_S = 3600

/** Schedules the next attempt: a minute after the first, then twice as long each time, up to an hour. */
export function retryNotice(db: Db, { id, attempts }: ClaimedNotice): Promise<unknown> {
  const delay_s = Math.min(RETRY_FIRST_S * 2 ** (attempts - 1), RETRY_MOST_S)
  return db
    .updateTable('outbox')
    .set({ due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${delay_s})` })
    .where('id', '=', id)
    .execute()
}

/** Deletes the notices of a user who is erased, mailed or not, and what they chose to be notified of. */
export async function deleteNoticesOf(db: Db, userId: string): Promise<void> {
  for (const table of ['outbox', 'notice', 'notice_choice'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
}
