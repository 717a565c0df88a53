import type { AuditEventName, AuditFilter } from '@postroom/contract/audit-log'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { AdministrationTables } from '../../db/tables/people/administration.ts'
import { ukMidnight } from '../../db/uk-midnight.ts'

/** An entry, with the name of the API key it names. */
export type StoredEntry = Selectable<AdministrationTables['audit_event']> & { key_name: string | null }

export interface AuditQuery extends AuditFilter {
  organisation_id: string
  direction: 'asc' | 'desc'
  start: number
  length: number
}

/** One page of the organisation's audit log. */
export const auditEntries = (db: Db, query: AuditQuery): Promise<StoredEntry[]> =>
  matching(db, query)
    .leftJoin('api_key', 'api_key.id', 'audit_event.api_key_id')
    .selectAll('audit_event')
    .select('api_key.name as key_name')
    .orderBy('seq', query.direction)
    .offset(query.start)
    .limit(query.length)
    .execute()

/** How many entries match in all. */
export async function countAuditEntries(db: Db, query: AuditQuery): Promise<number> {
  const { total } = await matching(db, query)
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function matching(db: Db, query: AuditFilter & { organisation_id: string }) {
  let found = db.selectFrom('audit_event').where('chain', '=', `audit:${query.organisation_id}`)
  if (query.event !== undefined) found = found.where('event', '=', query.event)
  if (query.user_id !== undefined) found = found.where('user_id', '=', query.user_id)
  if (query.subject !== undefined) found = found.where('subject', '=', query.subject)
  if (query.dateFrom !== undefined) found = found.where('at', '>=', ukMidnight(query.dateFrom, 0))
  if (query.dateTo !== undefined) found = found.where('at', '<', ukMidnight(query.dateTo, 1))
  return found
}

/** Events whose details are all settings after a change, and the events in which the same settings stood before. */
const SETTINGS_BEFORE: Partial<Record<AuditEventName, readonly AuditEventName[]>> = {
  account_changed: ['account_opened', 'account_changed'],
  cost_center_saved: ['cost_center_saved'],
  user_changed: ['user_invited', 'user_changed'],
}

/** The settings before each of these entries, by its number; without an earlier entry none. */
export async function settingsBefore(
  db: Db,
  organisationId: string,
  entries: readonly StoredEntry[],
): Promise<Map<number, StoredEntry['details']>> {
  const asked = entries.flatMap(({ seq, subject, event }) => {
    const events = SETTINGS_BEFORE[event as AuditEventName]
    return events && subject !== null ? [{ seq, subject, events: events.join(' ') }] : []
  })
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ seq: number; details: StoredEntry['details'] }>`
    select asked.seq, earlier.details
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (seq bigint, subject text, events text),
      lateral (select details from audit_event
        where chain = ${`audit:${organisationId}`} and subject = asked.subject and seq < asked.seq
          and event = any(string_to_array(asked.events, ' '))
        order by seq desc limit 1) as earlier`.execute(db)
  return new Map(rows.map(({ seq, details }) => [seq, details]))
}

/** Names of the people in these entries, by id. Erased users have none. */
export async function namesOf(db: Db, organisationId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'fullname'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, fullname }) => [id, fullname]))
}
