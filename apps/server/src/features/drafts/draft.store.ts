import type { Draft } from '@postroom/contract/draft'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'

type StoredDraft = Omit<Draft, 'values' | 'saved_at'> & { values: string; saved_at: Date }

/** A user's drafts of a form, newest first. */
export const listDrafts = (db: Db, user_id: string, form: string): Promise<StoredDraft[]> =>
  db
    .selectFrom('draft')
    .select(['id', 'form', 'label', 'values', 'saved_at'])
    .where('user_id', '=', user_id)
    .where('form', '=', form)
    .orderBy('saved_at', 'desc')
    .execute()

/** Saves a draft of a user, and deletes the oldest of the same form above `most`. */
export async function putDraft(tx: Tx, draft: StoredDraft & { user_id: string }, most: number): Promise<void> {
  const { form, label, values, saved_at, user_id } = draft
  await tx
    .insertInto('draft')
    .values(draft)
    .onConflict((taken) => taken.columns(['user_id', 'id']).doUpdateSet({ form, label, values, saved_at }))
    .execute()
  await sql`
    delete from draft where user_id = ${user_id} and id in (
      select id from draft where user_id = ${user_id} and form = ${form} order by saved_at desc offset ${most})`.execute(
    tx,
  )
}

export const removeDraft = async (db: Db, user_id: string, id: string): Promise<void> =>
  void (await db.deleteFrom('draft').where('user_id', '=', user_id).where('id', '=', id).execute())
