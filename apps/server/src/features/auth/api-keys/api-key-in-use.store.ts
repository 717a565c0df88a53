import { ukDateOf } from '@postroom/domain/calendar'
import { sql, type RawBuilder } from 'kysely'
import type { KeyInUse, Requester } from '../../../access/actor.ts'
import type { Db } from '../../../db/database.ts'
import { hashOf } from '../../../secret-token.ts'

/** Whether a secret opens the key of a row now: its present secret, or the one before while that is valid. */
export const opensKey = (hash: Buffer, now: Date): RawBuilder<boolean> => sql<boolean>`(
  (api_key.secret_hash = ${hash} or (api_key.old_secret_hash = ${hash} and api_key.old_secret_until > ${now}))
  and api_key.last_day >= ${ukDateOf(now)}::date)`

/** The user for whom a key acts, and the key. Nothing when it is unknown, revoked or expired, or its maker is disabled. */
export async function findKeyInUse(
  db: Db,
  secret: string,
  now: Date,
): Promise<(Omit<Requester, 'needs'> & { api_key: KeyInUse; calls_per_minute: number }) | undefined> {
  const secret_hash = hashOf(secret)
  const row = await db
    .selectFrom('api_key')
    .innerJoin('app_user as user', 'user.id', 'api_key.made_by')
    .where(opensKey(secret_hash, now))
    .where('user.disabled_at', 'is', null)
    .select(['user.id', 'user.organisation_id', 'user.plan', 'user.permissions'])
    .select(['api_key.id as key_id', 'scopes', 'accounts', 'pence_per_day', 'calls_per_minute'])
    .executeTakeFirst()
  if (!row) return undefined
  const { key_id, scopes, accounts, pence_per_day, ...user } = row
  return { ...user, api_key: { id: key_id, secret_hash, scopes, accounts, pence_per_day } }
}

/** Counts a call of a key, for all server processes together, and notes the first of each minute. @returns the calls of this minute */
export async function countKeyCall(db: Db, keyId: string, now: Date): Promise<number> {
  const minute = new Date(now)
  minute.setUTCSeconds(0, 0)
  const { rows } = await sql<{ calls: number }>`
    with counted as (
      insert into api_key_minute as present (api_key_id, minute, calls) values (${keyId}, ${minute}, 1)
      on conflict (api_key_id) do update set minute = greatest(present.minute, excluded.minute),
        calls = case when excluded.minute > present.minute then 1 else present.calls + 1 end
      returning minute, calls),
    noted as (update api_key set last_used_at = minute from counted where id = ${keyId} and calls = 1)
    select calls from counted`.execute(db)
  return rows[0]!.calls
}
