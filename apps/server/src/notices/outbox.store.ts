import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Notice } from './notice.ts'

interface NewNotice {
  organisation_id: string
  /** The user whose address is in the notice, if it has one. */
  user_id?: string
  notice: Notice
}

/** A notice that this process sends. */
export interface ClaimedNotice {
  id: number
  organisation_id: string
  user_id: string | null
  notice: Notice
  /** This one included. */
  attempts: number
}

/** Queues notices, best in the transaction of the events: they are sent if it commits, and survive the death of a process. */
export async function queueNotices(db: Db, ...notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  await db
    .insertInto('outbox')
    .values(notices.map(({ notice, ...row }) => ({ ...row, notice: JSON.stringify(notice) })))
    .execute()
}

/** Ten mails take much less; when a process dies, another takes over after it. */
const LEASE = sql`interval '5 minutes'`

/** Claims up to `limit` due notices, oldest first. Each goes to one process only until its lease ends. */
export async function claimNotices(db: Db, limit: number): Promise<ClaimedNotice[]> {
  const { rows } = await sql<ClaimedNotice>`
    update outbox set attempts = attempts + 1, due_at = clock_timestamp() + ${LEASE}
    where id in (
      select id from outbox where due_at <= clock_timestamp() order by due_at limit ${limit} for update skip locked)
    returning id, organisation_id, user_id, notice, attempts`.execute(db)
  return rows
}

/** Deletes a notice that was sent or is no longer needed. */
export async function deleteNotice(db: Db, id: number): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

const RETRY_FIRST_S = 60
const RETRY_MOST_S = 3600

/** Schedules the next attempt: a minute after the first, then twice as long each time, up to an hour. */
export async function retryNotice(db: Db, { id, attempts }: ClaimedNotice): Promise<void> {
  const delay_s = Math.min(RETRY_FIRST_S * 2 ** (attempts - 1), RETRY_MOST_S)
  await db
    .updateTable('outbox')
    .set({ due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${delay_s})` })
    .where('id', '=', id)
    .execute()
}

/** Deletes the notices that hold the address of a user who is erased. */
export async function deleteNoticesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('outbox').where('user_id', '=', userId).execute()
}
