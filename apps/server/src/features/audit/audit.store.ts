import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { AdministrationTables } from '../../db/tables-administration.ts'
import { ukMidnight } from '../../db/uk-midnight.ts'
import { currentCaller } from '../../access/caller.ts'
import type { AuditEvent } from './audit-event.ts'

/**
 * Appends to the audit log, best in the transaction of the events, with the origin of the call in flight. The database
 * chains the rows of an organisation, so later events of the same organisation wait until that transaction ends.
 *
 * @param events at least one
 */
export async function recordAudit(db: Db, ...events: readonly AuditEvent[]): Promise<void> {
  const caller = currentCaller()
  await db
    .insertInto('audit_event')
    .values(events.map(({ details = {}, ...event }) => ({ ...event, ...caller, details: JSON.stringify(details) })))
    .execute()
}

interface AuditQuery {
  organisation_id: string
  event?: string | undefined
  user_id?: string | undefined
  /** Calendar days of UK time, both included. */
  dateFrom?: string | undefined
  dateTo?: string | undefined
  direction: 'asc' | 'desc'
  start: number
  length: number
}

/** One page of the organisation's audit log, and how many entries match in all. */
export async function findAuditEvents(
  db: Db,
  query: AuditQuery,
): Promise<{ rows: Selectable<AdministrationTables['audit_event']>[]; total: number }> {
  let found = db.selectFrom('audit_event').where('chain', '=', `audit:${query.organisation_id}`)
  if (query.event !== undefined) found = found.where('event', '=', query.event)
  if (query.user_id !== undefined) found = found.where('user_id', '=', query.user_id)
  if (query.dateFrom !== undefined) found = found.where('at', '>=', ukMidnight(query.dateFrom, 0))
  if (query.dateTo !== undefined) found = found.where('at', '<', ukMidnight(query.dateTo, 1))
  const [rows, { total }] = await Promise.all([
    found.selectAll().orderBy('seq', query.direction).offset(query.start).limit(query.length).execute(),
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
