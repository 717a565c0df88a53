import { fieldErrorsOf } from '@postroom/contract/field-errors'
import type { ReturnedItem } from '@postroom/contract/returned-item'
import { savePending, type PendingDraft } from '@postroom/contract/shipment-pending'
import { SPENDING_STATES } from '@postroom/domain/purchase/budget'
import { ukDateOf } from '@postroom/domain/calendar'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findPending, insertPending } from '../pending/pending.store.ts'
import { findByKey } from '../shipments/purchase/purchase.store.ts'
import { changeReturn, findReturn, lockForSending } from './return.store.ts'

/**
 * Prepares a shipment like the returned one, to be posted today. A repeated call returns the same one, unless it was
 * given up or voided meanwhile.
 *
 * @throws AppError `not_found`, or naming what the first shipment lacks, such as the sender of one entered by hand
 */
export const prepareAgain = (context: Context, user: SignedInUser, id: string): Promise<ReturnedItem> =>
  act(context, user, async (tx, { id: user_id, organisation_id }) => {
    const item = await lockForSending(tx, organisation_id, id)
    if (!item) throw new AppError('not_found')
    if (item.pending_id === null || !(await isInFlight(tx, organisation_id, item.pending_id))) {
      const draft = sentAgain(item, ukDateOf(context.now()))
      const pending_id = await insertPending(tx, { organisation_id, created_by: user_id, draft })
      await changeReturn(tx, organisation_id, id, { pending_id })
      await recordAudit(tx, {
        organisation_id,
        user_id,
        event: 'return_prepared',
        subject: id,
        details: { pending_id },
      })
    }
    return (await findReturn(tx, organisation_id, id))!
  })

/** Whether it still waits to be bought, or was bought and not voided. */
async function isInFlight(tx: Tx, organisationId: string, pendingId: string): Promise<boolean> {
  if (await findPending(tx, organisationId, pendingId)) return true
  const purchase = await findByKey(tx, organisationId, pendingId)
  return purchase !== undefined && SPENDING_STATES.includes(purchase.state)
}

type Item = NonNullable<Awaited<ReturnType<typeof lockForSending>>>

/** One item like the first, at today's price. */
function sentAgain(item: Item, today: string): PendingDraft {
  const prepared = savePending.body.safeParse({ ...likeBought(item), ...likeManual(item), shipping_date: today })
  if (!prepared.success) throw new AppError('invalid_request', { fields: fieldErrorsOf(prepared.error.issues) })
  const { note: _note, ...draft } = prepared.data
  return draft
}

/** With the current references and cost centre: both may have changed since it was bought. */
function likeBought({ bought, references, cost_center_id }: Item): object | undefined {
  if (bought === null) return undefined
  const { charges: _then, meta_data, ...shipment } = bought
  const costcenter = cost_center_id === null ? [] : [{ id: cost_center_id }]
  return { ...shipment, references, costcenter, meta_data: { ...meta_data, quantity: 1, avery_label_location: [] } }
}

/** The service it was posted with elsewhere is none of ours. */
function likeManual({ manual }: Item): object | undefined {
  if (manual === null) return undefined
  const { to, from, references, costcenter } = manual
  return { to, from, references, costcenter }
}
