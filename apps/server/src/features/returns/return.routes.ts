import * as calls from '@postroom/contract/returned-item'
import type { Context } from '../../context.ts'
import { csvDownloadHeaders } from '../../csv/write-csv.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { updateReturn } from './change-return.ts'
import { exportReturns } from './export-returns.ts'
import { prepareAgain } from './prepare-again.ts'
import { recordReturn } from './record-return.ts'
import { countByReason, pageReturns } from './return.store.ts'

/** Returned items. @see spec §2 'rts' */
export function returnRoutes(api: Api, context: Context): void {
  serve(api, calls.recordReturn, ({ body, user }) => recordReturn(context, user, body))

  serve(api, calls.listReturns, async ({ query, user }) => {
    const { rows, total } = await pageReturns(context.db, user.organisation_id, query)
    return { data: rows, total, start: query.start, length: query.length }
  })

  serve(api, calls.countReturns, async ({ query, user }) => ({
    data: await countByReason(context.db, user.organisation_id, query),
  }))

  serve(api, calls.exportReturns, async ({ query, user }) =>
    answer(
      200,
      new Uint8Array(await exportReturns(context.db, user.organisation_id, query)),
      csvDownloadHeaders('returned-items.csv'),
    ),
  )

  serve(api, calls.updateReturn, ({ params, body, user }) => updateReturn(context, user, params.id, body))

  serve(api, calls.prepareAgain, ({ params, user }) => prepareAgain(context, user, params.id))
}
