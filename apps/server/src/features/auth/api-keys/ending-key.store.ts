import type { CalendarDate } from '@postroom/domain/calendar'
import { sql } from 'kysely'
import type { Tx } from '../../../db/in-transaction.ts'
import type { ApiKeyEnding, ApiKeyStopped } from '../../../notices/notice.ts'

type StoppedKey = Omit<ApiKeyStopped, 'event'> & { organisation_id: string }
type EndingKey = Omit<ApiKeyEnding, 'event'> & { organisation_id: string }

/** Marks the keys in use whose last day is within these days and was not marked before. @returns the newly marked ones */
export async function markEnding(
  tx: Tx,
  { from, until }: { from: CalendarDate; until: CalendarDate },
): Promise<EndingKey[]> {
  const { rows } = await sql<EndingKey>`
    update api_key set warned_for = last_day
    where revoked_at is null and last_day between ${from}::date and ${until}::date
      and warned_for is distinct from last_day
    returning organisation_id, id as key_id, name, last_day::text`.execute(tx)
  return rows
}

/** Marks the keys in use whose maker is disabled, and no longer those whose maker is enabled again. @returns the newly marked ones */
export async function markStopped(tx: Tx, today: CalendarDate): Promise<StoppedKey[]> {
  const { rows } = await sql<StoppedKey>`
    with changed as (
      update api_key set stop_notified = not stop_notified
      from app_user as maker
      where maker.id = made_by and revoked_at is null and last_day >= ${today}::date
        and stop_notified <> (disabled_at is not null)
      returning api_key.organisation_id, api_key.id as key_id, name, stop_notified)
    select organisation_id, key_id, name from changed where stop_notified`.execute(tx)
  return rows
}
