import type { ReportedDevice } from '@postroom/contract/device-report'
import type { Tx } from '../../db/in-transaction.ts'
import type { NewNotice } from '../../notices/notice.ts'
import { queueNotices } from '../../notices/outbox.store.ts'
import { watchPrinters } from './printer-watch.rule.ts'

/**
 * Records what a device manager reports about itself, and notifies the managers of its organisation: of a printer that has
 * not been able to print for ten minutes, once each time, and of a newer version, once for each.
 */
export async function recordDevice(tx: Tx, hub: string, device: ReportedDevice, now: Date): Promise<void> {
  const known = await tx
    .selectFrom('hub')
    .select(['organisation_id', 'alias', 'printers'])
    .where('id', '=', hub)
    .forUpdate()
    .executeTakeFirst()
  if (!known) return
  const { organisation_id, alias } = known
  const { printers, due } = watchPrinters(known.printers, device.printers, now)
  const { version, newer_version = null } = device
  await tx
    .updateTable('hub')
    .set({ reported_at: now, version, newer_version, printers: JSON.stringify(printers) })
    .where('id', '=', hub)
    .execute()
  const notices: NewNotice['notice'][] = due.map(({ name, error_code }) => ({
    event: 'printer_stopped',
    alias,
    printer: name,
    error_code: error_code!,
  }))
  if (newer_version !== null && (await isNews(tx, organisation_id, newer_version)))
    notices.push({ event: 'device_outdated', alias, version, newer_version })
  await queueNotices(tx, ...notices.map((notice) => ({ organisation_id, notice })))
}

/** Whether the organisation hears of this version for the first time; it is remembered. */
async function isNews(tx: Tx, organisation_id: string, version: string): Promise<boolean> {
  const added = await tx
    .insertInto('notified_version')
    .values({ organisation_id, version })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return added !== undefined
}
