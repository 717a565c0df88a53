import type { NoticeContent } from '@postroom/contract/notice'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tx } from '../db/in-transaction.ts'
import { inboxContent } from './inbox-content.ts'
import type { NewNotice } from './notice.ts'

/** Whose notices. */
export interface Reader {
  id: string
  organisation_id: string
}

interface FiledNotice {
  id: string
  created_at: Date
  read_at: Date | null
  content: NoticeContent
  /** The present name of the colleague who asked for it. */
  asked_by: string | null
}

/**
 * Files notices for each user they are for: one user, or the managers. Users who are disabled, being erased, or chose not
 * to see them here get none.
 */
export function fileNotices(tx: Tx, notices: readonly NewNotice[]): Promise<unknown> {
  const filed = notices.map(({ notice, ...row }) => ({ ...row, content: inboxContent(notice) }))
  return sql`
    insert into notice (organisation_id, user_id, asked_by, content)
    select filed.organisation_id, app_user.id, filed.asked_by, filed.content
    from jsonb_to_recordset(${JSON.stringify(filed)}::jsonb)
      as filed (organisation_id uuid, user_id uuid, asked_by uuid, content jsonb)
    join app_user on app_user.organisation_id = filed.organisation_id and disabled_at is null
      and case when filed.user_id is null then 'administration' = any (permissions) else app_user.id = filed.user_id end
    where not exists (
      select from notice_choice where user_id = app_user.id and event = filed.content ->> 'event' and not here)
    order by app_user.id for key share of app_user`.execute(tx)
}

const ofReader = (db: Db, { id, organisation_id }: Reader) =>
  db.selectFrom('notice').where('notice.organisation_id', '=', organisation_id).where('notice.user_id', '=', id)

const NAME_OF_ASKER = sql<string | null>`(
  select coalesce(nullif(fullname, ''), username) from app_user where app_user.id = notice.asked_by)`

/** The reader's notices that follow the one with the id `after`, newest first; all, or the new ones. */
export async function listNotices(
  db: Db,
  reader: Reader,
  { length, after, state }: { length: number; after?: string | undefined; state?: 'new' | undefined },
): Promise<{ rows: FiledNotice[]; has_more: boolean }> {
  let found = ofReader(db, reader)
  if (state) found = found.where('read_at', 'is', null)
  if (after !== undefined) {
    const last = ofReader(db, reader).where('notice.id', '=', after).select(['created_at', 'id'])
    found = found.where(sql<SqlBool>`(notice.created_at, notice.id) < (${last})`)
  }
  const rows = await found
    .select(['notice.id', 'notice.created_at', 'read_at', 'content', NAME_OF_ASKER.as('asked_by')])
    .orderBy('notice.created_at', 'desc')
    .orderBy('notice.id', 'desc')
    .limit(length + 1)
    .execute()
  return { rows: rows.slice(0, length), has_more: rows.length > length }
}

/** How many of the reader's notices are new. */
export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { n } = await ofReader(db, reader)
    .where('read_at', 'is', null)
    .select((count) => count.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Marks the reader's new notices as read: those with these ids, or all up to an instant. */
export function markRead(
  tx: Tx,
  { id, organisation_id }: Reader,
  which: { ids: readonly string[] } | { until: string },
  now: Date,
): Promise<unknown> {
  const chosen =
    'ids' in which ? sql<SqlBool>`id = any (${which.ids}::uuid[])` : sql<SqlBool>`created_at <= ${which.until}`
  return tx
    .updateTable('notice')
    .set({ read_at: now })
    .where('organisation_id', '=', organisation_id)
    .where('user_id', '=', id)
    .where('read_at', 'is', null)
    .where(chosen)
    .execute()
}
