import * as calls from '@postroom/contract/shipment-references'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { budgetOf } from './budget.store.ts'
import { pageCostCenters, savedReferenceFields, type CostCenter } from './reference.store.ts'
import { saveCostCenter, saveReferenceFields } from './save-references.ts'

/** Reference fields and cost centres, with which an organisation classifies its shipments. @see spec §3 */
export function referenceRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, calls.listReferenceFields, async ({ user }) => savedReferenceFields(db, user.organisation_id))

  serve(api, calls.saveReferenceFields, async ({ body, user }) => saveReferenceFields(context, user, body))

  serve(api, calls.listCostCenters, async ({ query: { is_active, orderBy, orderAsc, start, length }, user }) => {
    const page = {
      is_active: is_active === undefined ? undefined : is_active === 'true',
      orderBy,
      direction: orderAsc === 'true' ? ('asc' as const) : ('desc' as const),
      start,
      length,
    }
    const { rows, total } = await pageCostCenters(db, user.organisation_id, page, context.now())
    return { data: rows.map(shown), total, start, length }
  })

  serve(api, calls.saveCostCenter, async ({ body, user }) => shown(await saveCostCenter(context, user, body)))
}

function shown({ spent, ...center }: CostCenter) {
  const { id, code, name, is_active, version } = center
  const budget = budgetOf(center)
  return {
    id,
    code,
    name,
    is_active,
    version,
    ...(budget && { budget: { ...budget, spent, left: budget.amount - spent } }),
  }
}
