import { exportSpending, getSpending } from '@postroom/contract/spending'
import type { Context } from '../../context.ts'
import { fromFollower } from '../../db/follower.ts'
import { csvDownloadHeaders } from '../../csv/write-csv.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { showSpending, spendingCsv } from './show-spending.ts'

/** What the organisation spent, for the dashboard, which is open to every signed-in user. @see spec §2 */
export function spendingRoutes(api: Api, context: Context): void {
  serve(api, getSpending, ({ query, user: { organisation_id } }) =>
    fromFollower(context, (db) => showSpending(db, { ...query, organisation_id })),
  )

  serve(api, exportSpending, async ({ query, user: { organisation_id } }) => {
    const file = await fromFollower(context, (db) => spendingCsv(db, { ...query, organisation_id }))
    return answer<typeof exportSpending>(200, new Uint8Array(file), csvDownloadHeaders('spending.csv'))
  })
}
