import type { ShopTrouble } from '@postroom/contract/shop'
import { trackingPageOf } from '@postroom/domain/post/tracking'
import type { Context } from '../../context.ts'
import { troubleOf } from '../../shops/shop-port.ts'
import { endReport, retryReport, type ClaimedReport } from './report.store.ts'
import { storedShop } from './stored-shop.ts'

/** Reports to a shop that an order was sent. Whatever fails is repeated later: the shop has the report once all the same. @returns why it failed */
export async function reportShipped(context: Context, report: ClaimedReport): Promise<ShopTrouble | undefined> {
  const { carrier_no: number, quote, purchase_id, external_id, attempts } = report
  const isTracked = number !== null && quote.meta_data.tracking
  const trouble = await troubleOf(async () =>
    storedShop(context, report).reportShipped(external_id, {
      reference: purchase_id,
      service_name: quote.service.name,
      tracking: isTracked ? { number, url: trackingPageOf(number) } : undefined,
      isRepeated: attempts > 1,
    }),
  )
  await (trouble === undefined ? endReport(context.db, report) : retryReport(context.db, report, trouble))
  return trouble
}
