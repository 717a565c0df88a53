import { REPORTED_JOBS_MAX, type ReportedJob } from '@postroom/contract/device-report'
import { GOES_OUT_WITH_ITEM } from '@postroom/contract/document'
import { sql } from 'kysely'
import type { Tx } from '../../db/in-transaction.ts'
import { eventOf, reportEvents } from '../webhooks/report-events.store.ts'

/**
 * Records what a device manager reports about its own jobs; jobs that have ended keep their end. Purchases whose documents
 * are now all printed become printed. They are locked first: their documents may be printed by two device managers.
 */
export async function recordReports(tx: Tx, hub: string, jobs: readonly ReportedJob[], now: Date): Promise<void> {
  if (jobs.length === 0) return
  const ids = jobs.map(({ job_id }) => job_id)
  const { rows } = await sql<{ id: string }>`
    select id from purchase where id in (
      select purchase_id from print_claim where hub_id = ${hub} and job_id = any(${ids}::text[]))
    order by id for no key update`.execute(tx)
  const states = jobs.map(({ state }) => state)
  const errors = jobs.map(({ error_code = null }) => error_code)
  await sql`
    update print_claim set reported = report.state, error_code = report.error
    from unnest(${ids}::text[], ${states}::text[], ${errors}::text[]) as report (job, state, error)
    where hub_id = ${hub} and job_id = report.job and (reported is null or ${IS_OPEN})`.execute(tx)
  await markPrinted(
    tx,
    rows.map(({ id }) => id),
    now,
  )
}

const IS_OPEN = sql`reported in ('queued', 'sending', 'spooled')`

async function markPrinted(tx: Tx, purchases: readonly string[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; organisation_id: string; idem_key: string }>`
    update purchase set printed_at = ${now}
    where id = any(${purchases}::uuid[]) and printed_at is null and not exists (
      select from document where purchase_id = purchase.id and type = any(${[...GOES_OUT_WITH_ITEM]}) and not exists (
        select from print_claim where (purchase_id, type) = (purchase.id, document.type) and reported = 'printed'))
    returning id, organisation_id, idem_key`.execute(tx)
  await reportEvents(tx, ...rows.map((purchase) => eventOf(purchase, 'shipment.printed', {})))
}

interface AwaitedJob {
  job_id: string
  expires_at: Date
}

/**
 * The jobs of which a device manager has reported nothing, oldest first.
 * @param open also those it has reported without their end
 */
export async function awaitedJobs(tx: Tx, hub: string, open: boolean): Promise<AwaitedJob[]> {
  const { rows } = await sql<AwaitedJob>`
    select job_id, max(expires_at) as expires_at from print_claim
    where hub_id = ${hub} and job_id is not null and (reported is null or ${IS_OPEN}) and (reported is null or ${open})
    group by job_id order by min(claimed_at) limit ${REPORTED_JOBS_MAX}`.execute(tx)
  return rows
}
