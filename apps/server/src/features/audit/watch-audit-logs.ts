import type { Db } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import { checkAuditLogs } from './audit-check.store.ts'

const EVERY_MS = 3600_000

/** Verifies the audit logs now and every hour, for the page that shows their state. @returns stops it */
export const startWatchingAuditLogs = (db: Db, log: Log): (() => Promise<void>) =>
  repeatEvery(
    EVERY_MS,
    async () => {
      const organisations = await checkAuditLogs(db)
      if (organisations.length > 0)
        log.fatal({ organisations }, 'entries of the audit log were changed after they were written')
    },
    { log, failure: 'could not verify the audit logs' },
  ).stop
