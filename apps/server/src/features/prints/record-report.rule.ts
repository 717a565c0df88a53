import type { AnswerOf } from '@postroom/contract/endpoint'
import type { DeviceReport, reportJobs } from '@postroom/contract/device-report'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { recordDevice } from './device-state.store.ts'
import { awaitedJobs, recordReports } from './print-report.store.ts'

/** After a request has expired by every clock, the device manager is asked about its job. */
const MARGIN_MS = 2_000

/** Records what a device manager reports. @returns the jobs it has not reported */
export const recordReport = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  hub: string,
  { device, jobs, restarted }: DeviceReport,
): Promise<AnswerOf<typeof reportJobs>> =>
  inTransaction(db, async (tx) => {
    await recordDevice(tx, hub, device, now())
    await recordReports(tx, hub, jobs, now())
    const awaited = await awaitedJobs(tx, hub, restarted)
    const leftMs = (expires_at: Date) => Math.max(0, expires_at.getTime() + MARGIN_MS - now().getTime())
    return { awaited: awaited.map(({ job_id, expires_at }) => ({ job_id, in_ms: leftMs(expires_at) })) }
  })
