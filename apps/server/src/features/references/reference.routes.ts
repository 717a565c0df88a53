import * as calls from '@postroom/contract/shipment-references'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { serve, type Api } from '../../http/serve.ts'
import { pageCostCenters, referenceFields, replaceReferenceFields, storeCostCenter } from './reference.store.ts'

/** What an organisation wants to know of its shipments: reference fields and cost centres. @see spec §3 */
export function referenceRoutes(api: Api, { db }: Context): void {
  serve(api, calls.listReferenceFields, async ({ user }) => ({
    data: await referenceFields(db, user.organisation_id),
  }))

  serve(api, calls.saveReferenceFields, async ({ body, user }) => {
    await inTransaction(db, (tx) => replaceReferenceFields(tx, user.organisation_id, body.data))
    return body
  })

  serve(api, calls.listCostCenters, async ({ query: { is_active, orderBy, orderAsc, start, length }, user }) => {
    const { rows, total } = await pageCostCenters(db, user.organisation_id, {
      is_active: is_active === undefined ? undefined : is_active === 'true',
      orderBy,
      direction: orderAsc === 'true' ? 'asc' : 'desc',
      start,
      length,
    })
    return { data: rows, total, start, length }
  })

  serve(api, calls.saveCostCenter, async ({ body, user }) => storeCostCenter(db, user.organisation_id, body))
}
