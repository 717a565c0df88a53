import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

const DAY_MS = 86_400_000
/** An item that is not delivered by then is lost, or nobody scans it. */
const FOLLOWED_MS = 30 * DAY_MS
const ASKED_EVERY_MS = 3_600_000

/**
 * Tracked shipments of these carriers and the last 30 days about which the carrier was not asked for an hour, the longest waiting first. Only
 * of organisations that mail what happens to them or report it to a webhook: all others ask when somebody looks.
 */
export async function shipmentsToFollow(
  db: Db,
  carriers: readonly string[],
  now: Date,
  limit: number,
): Promise<{ id: string; organisation_id: string }[]> {
  const { rows } = await sql<{ id: string; organisation_id: string }>`
    select purchase.id, purchase.organisation_id
    from (
      select organisation_id from organisation_setting
      where section = 'delivery_mails' and (value -> 'addressee' <> '[]' or value -> 'sender' <> '[]')
      union
      select organisation_id from webhook
      where state = 'on' and events && '{shipment.tracked,shipment.delivered,shipment.returned}') as interested
    join purchase using (organisation_id)
    left join tracking on tracking.purchase_id = purchase.id
    where carrier_code = any(${carriers})
      and state = 'BOUGHT' and not is_test and created_at > ${new Date(now.getTime() - FOLLOWED_MS)}
      and quote #>> '{meta_data,tracking_type}' <> 'none'
      and (tracking.purchase_id is null
        or not is_final and asked_at <= ${new Date(now.getTime() - ASKED_EVERY_MS)})
    order by asked_at nulls first, created_at
    limit ${limit}`.execute(db)
  return rows
}
