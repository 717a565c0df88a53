import type { ShopTrouble } from '@postroom/contract/shop'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'
import type { StoredShop } from './shop.store.ts'

/** A report that this process makes. */
export type ClaimedReport = Pick<StoredShop, 'id' | 'organisation_id' | 'kind' | 'url' | 'credential'> &
  Pick<Purchase, 'carrier_no' | 'quote'> & {
    external_id: string
    purchase_id: string
    /** This one included. */
    attempts: number
  }

/** Longer than the calls of one report take; when a process dies, another takes over after it. */
const LEASE_MINUTES = 5

/** Claims due reports, each for one process only until its lease ends. */
export async function claimReports(db: Db, limit: number): Promise<ClaimedReport[]> {
  const { rows } = await sql<ClaimedReport>`
    update shop_order set report_attempts = report_attempts + 1,
      report_at = clock_timestamp() + ${LEASE_MINUTES} * interval '1 minute'
    from shop, purchase
    where shop.id = shop_order.shop_id and purchase.id = shop_order.purchase_id
      and (shop_order.shop_id, shop_order.external_id) in (
        select shop_id, external_id from shop_order where report_at <= clock_timestamp()
        order by report_at limit ${limit} for update skip locked)
    returning shop.id, shop.organisation_id, kind, url, credential, shop_order.external_id, purchase_id,
      carrier_no, quote, report_attempts as attempts`.execute(db)
  return rows
}

const ofReport = (db: Db, { id, external_id, attempts }: ClaimedReport) =>
  db
    .updateTable('shop_order')
    .where('shop_id', '=', id)
    .where('external_id', '=', external_id)
    // another process may have taken over
    .where('report_attempts', '=', attempts)
    .where('report_at', 'is not', null)

/** The shop knows that the order was sent. */
export const endReport = (db: Db, report: ClaimedReport): Promise<unknown> =>
  ofReport(db, report)
    .set({ report_at: null, report_trouble: null, reported_at: sql<Date>`clock_timestamp()` })
    .execute()

const FIRST_S = 60
const MOST_S = 6 * 3600
/** Some three days. */
const ATTEMPTS_MAX = 20

/** The next attempt follows a minute later, then after twice as long each time, up to six hours; some days later it is given up. */
export function retryReport(db: Db, report: ClaimedReport, trouble: ShopTrouble): Promise<unknown> {
  const delay_s = Math.min(FIRST_S * 2 ** (report.attempts - 1), MOST_S)
  const isOver = report.attempts >= ATTEMPTS_MAX
  return ofReport(db, report)
    .set({
      report_trouble: trouble,
      report_at: isOver ? null : sql<Date>`clock_timestamp() + make_interval(secs => ${delay_s})`,
    })
    .execute()
}
