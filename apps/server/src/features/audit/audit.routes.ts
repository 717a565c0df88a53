import {
  checkAuditChain,
  exportAuditEvents,
  getAuditChain,
  listAuditEvents,
  type AuditEntry,
} from '@postroom/contract/audit-log'
import { act } from '../../access/act.ts'
import { countAttempt } from '../../access/limit-attempts.ts'
import type { Context } from '../../context.ts'
import { csvDownloadHeaders } from '../../csv/write-csv.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { auditChainOf, checkAuditLog } from './audit-check.store.ts'
import { auditCsv } from './audit-csv.ts'
import { auditEntries, countAuditEntries, settingsBefore, type StoredEntry } from './audit-log.store.ts'
import { recordAudit } from './audit.store.ts'

/** Each verification reads the whole log, so a manager may start only this many per quarter of an hour. */
const CHECKS_MAX = 6

/** The audit log of an organisation, and whether it is whole. */
export function auditRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, listAuditEvents, async ({ query: { start, length, orderAsc, ...filter }, user: { organisation_id } }) => {
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const query = { ...filter, organisation_id, direction, start, length } as const
    const [rows, total] = await Promise.all([auditEntries(db, query), countAuditEntries(db, query)])
    const before = await settingsBefore(db, organisation_id, rows)
    return { data: rows.map((row) => present(row, before.get(row.seq))), total, start, length }
  })

  serve(api, exportAuditEvents, async ({ query, user: { organisation_id, id: user_id } }) => {
    const { file, rows } = await auditCsv(db, organisation_id, query)
    await recordAudit(db, { organisation_id, user_id, event: 'audit_exported', details: { rows } })
    return answer<typeof exportAuditEvents>(200, new Uint8Array(file), csvDownloadHeaders('audit-log.csv'))
  })

  serve(api, getAuditChain, async ({ user }) => auditChainOf(db, user.organisation_id))

  serve(api, checkAuditChain, async ({ user }) => {
    await act(context, user, (tx, { organisation_id }) =>
      countAttempt({ ...context, db: tx }, [{ counter: `audit check of\n${organisation_id}`, max: CHECKS_MAX }]),
    )
    await checkAuditLog(db, user.organisation_id)
    return auditChainOf(db, user.organisation_id)
  })
}

function present(
  { seq, at, user_id, key_name, event, subject, details, ip, request_id, hash }: StoredEntry,
  before: StoredEntry['details'] | undefined,
): AuditEntry {
  return {
    number: seq,
    at: at.toISOString(),
    ...(user_id !== null && { user_id }),
    ...(key_name !== null && { key_name }),
    event,
    ...(subject !== null && { subject }),
    details,
    ...(before && { before }),
    ...(ip !== null && { ip }),
    ...(request_id !== null && { request_id }),
    hash: hash.toString('hex'),
  }
}
