import {
  getBatch,
  listBatches,
  saveBatch as saveBatchEndpoint,
  stopBatch as stopBatchEndpoint,
} from '@postroom/contract/shipment-batch'
import type { Context } from '../../context.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { countStates, pageBatches } from './batch.store.ts'
import { presentBatch, progressOf } from './present-batch.ts'
import { batchOf, saveBatch, stopBatch } from './save-batch.ts'

/** Many shipments bought in the background, with a result for each. @see spec §2 */
export function batchRoutes(api: Api, context: Context): void {
  const { db, settings } = context
  serve(api, saveBatchEndpoint, async ({ body: { rows }, query: { batch_id, ...terms }, user }) => {
    const { batch, replayed } = await saveBatch(context, { user, id: batch_id, terms, rows })
    return answer(202, await presentBatch(context, batch, user), {
      ...(replayed && { 'idempotent-replayed': 'true' }),
      'retry-after': '2',
      location: `${settings.apiBase}/stamp/v1/shipment/batch/${batch.id}`,
    })
  })

  serve(api, listBatches, async ({ query: { orderAsc, start, length }, user: { organisation_id } }) => {
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { rows, total } = await pageBatches(db, organisation_id, { direction, start, length })
    const ids = rows.map(({ id }) => id)
    const states = await countStates(db, organisation_id, ids)
    const data = rows.map((batch) =>
      progressOf(
        batch,
        states.filter(({ batch_id }) => batch_id === batch.id),
      ),
    )
    return { data, total, start, length }
  })

  serve(api, getBatch, async ({ params, user }) => presentBatch(context, await batchOf(db, user, params.id), user))

  serve(api, stopBatchEndpoint, async ({ params, user }) =>
    presentBatch(context, await stopBatch(context, user, params.id), user),
  )
}
