import type { Db } from '../../db/database.ts'
import { currentCaller } from '../../access/caller.ts'
import type { AuditEvent } from './audit-event.ts'

/**
 * Appends to the audit log, best in the transaction of the events, with the origin of the call in flight. The database
 * chains the rows of an organisation, so later events of the same organisation wait until that transaction ends.
 *
 * @param events at least one
 */
export function recordAudit(db: Db, ...events: readonly AuditEvent[]): Promise<unknown> {
  const caller = currentCaller()
  return db
    .insertInto('audit_event')
    .values(events.map(({ details = {}, ...event }) => ({ ...caller, ...event, details: JSON.stringify(details) })))
    .execute()
}
