import { deletePending, getPending, listPending, savePending } from '@postroom/contract/shipment-pending'
import { fieldError } from '@postroom/contract/field-errors'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import { refuseColleagues } from '../../access/authorise.ts'
import { serve, type Api } from '../../http/serve.ts'
import { act } from '../../access/act.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findCarrierAccount } from '../accounts/account.store.ts'
import { findPending, insertPending, pagePending, removePending, type PendingShipment } from './pending.store.ts'

/** Shipments prepared at a desk and handed to the mailroom. */
export function pendingRoutes(api: Api, context: Context): void {
  const { db } = context
  serve(api, savePending, async ({ body, user }) => {
    if (body.by !== undefined && !(await findCarrierAccount(db, user.organisation_id, body.by)))
      throw new AppError('invalid_request', { fields: [fieldError('by', 'not_allowed')] })
    return act(context, user, async (tx, { id: created_by, organisation_id }) => {
      const prepared = await insertPending(tx, { organisation_id, created_by, draft: body })
      const { pending_id: subject } = prepared
      await recordAudit(tx, { organisation_id, user_id: created_by, event: 'pending_saved', subject })
      return shown(prepared)
    })
  })

  serve(api, listPending, async ({ query: { orderAsc, start, length }, user }) => {
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { rows, total } = await pagePending(db, user.organisation_id, { direction, start, length })
    return { data: rows.map(shown), total, start, length }
  })

  serve(api, getPending, async ({ params, user }) => {
    const found = await findPending(db, user.organisation_id, params.pending_id)
    if (!found) throw new AppError('not_found')
    return shown(found)
  })

  serve(api, deletePending, ({ params, user }) =>
    act(context, user, async (tx, actor) => {
      const { id: user_id, organisation_id } = actor
      const found = await findPending(tx, organisation_id, params.pending_id)
      if (found) refuseColleagues('shipment', found.created_by, actor)
      if (!(await removePending(tx, organisation_id, params.pending_id))) throw new AppError('not_found')
      await recordAudit(tx, { organisation_id, user_id, event: 'pending_removed', subject: params.pending_id })
      return params
    }),
  )
}

const shown = ({ pending_id, draft, created_by, created_at }: PendingShipment) => ({
  pending_id,
  shipment: draft,
  created_by,
  created_at: created_at.toISOString(),
})
