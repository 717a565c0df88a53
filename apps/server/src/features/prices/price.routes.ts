import * as calls from '@postroom/contract/price-list'
import { ukDateOf } from '@postroom/domain/calendar'
import type { Context } from '../../context.ts'
import { csvDownloadHeaders } from '../../csv/write-csv.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { comparedPrices, pricesFile } from './compared-prices.ts'

/** The published price lists. They are part of the program and the same for every organisation. */
export function priceRoutes(api: Api, { now }: Context): void {
  serve(api, calls.listPrices, async ({ query: { start, length, ...narrowing } }) => {
    const { rows, ...about } = comparedPrices(narrowing, ukDateOf(now()))
    return { data: rows.slice(start, start + length), total: rows.length, start, length, ...about }
  })

  serve(api, calls.exportPrices, async ({ query }) =>
    answer(200, pricesFile(comparedPrices(query, ukDateOf(now())).rows), csvDownloadHeaders('prices.csv')),
  )
}
