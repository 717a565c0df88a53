import type { Context } from '../../context.ts'
import { asTenant } from '../../db/tenant.ts'
import type { Log } from '../../log.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import { importOrders } from './import-orders.ts'
import { claimReports } from './report.store.ts'
import { reportShipped } from './report-shipped.ts'
import { claimImport } from './shop.store.ts'

const EVERY_MS = 2_000
const REPORTS_AT_ONCE = 10

/** Imports the orders of all shops and reports what was bought, while the server runs. @returns stops it, after the calls in flight */
export function startFollowingShops(context: Context, log: Log): () => Promise<void> {
  const importing = repeatEvery(EVERY_MS, (stopping) => importDue(context, log, stopping), {
    log,
    failure: 'could not import orders of shops',
  })
  const reporting = repeatEvery(EVERY_MS, (stopping) => reportDue(context, log, stopping), {
    log,
    failure: 'could not report shipments to shops',
  })
  return async () => void (await Promise.all([importing.stop(), reporting.stop()]))
}

/** Imports each shop whose time has come, one after the other. */
export async function importDue(context: Context, log: Log, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const shop = stopping?.aborted ? undefined : await claimImport(context.db)
    if (!shop) return
    const trouble = await asTenant(shop.organisation_id, () => importOrders(context, shop, stopping))
    if (trouble !== undefined) log.warn({ shop: shop.id, trouble }, 'could not import the orders of a shop')
  }
}

/** Makes each report that is due, one after the other: a shop accepts few calls a second. */
export async function reportDue(context: Context, log: Log, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const due = stopping?.aborted ? [] : await claimReports(context.db, REPORTS_AT_ONCE)
    if (due.length === 0) return
    for (const report of due) {
      const trouble = await reportShipped(context, report)
      if (trouble !== undefined)
        log.warn({ shop: report.id, purchase: report.purchase_id, trouble }, 'could not report a shipment to its shop')
    }
  }
}
