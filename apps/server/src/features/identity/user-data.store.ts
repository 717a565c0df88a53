import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'

/** JSON text, as the user stored it under this key. */
export const findUserData = async (db: Db, userId: string, key: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('user_data')
    .select('value')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value
}

/**
 * Stores JSON under a key, one of a user's keys at a time. @returns false when the user has `max` other keys already
 */
export async function putUserData(
  tx: Tx,
  { user_id, key, value }: { user_id: string; key: string; value: string },
  max: number,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`user data ${user_id}`}, 0))`.execute(tx)
  const kept = await sql`
    insert into user_data (user_id, key, value) select ${user_id}, ${key}, ${value}
    where (select count(*) from user_data where user_id = ${user_id} and key <> ${key}) < ${max}
    on conflict (user_id, key) do update set value = excluded.value`.execute(tx)
  return kept.numAffectedRows === 1n
}
