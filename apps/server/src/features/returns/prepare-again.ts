import { fieldErrorsOf } from '@postroom/contract/field-errors'
import type { ReturnedItem } from '@postroom/contract/returned-item'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import type { ManualDraft } from '@postroom/contract/shipment-manual'
import { savePending, type PendingDraft } from '@postroom/contract/shipment-pending'
import { ukDateOf } from '@postroom/domain/calendar'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/in-transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findPending, insertPending } from '../pending/pending.store.ts'
import { findByKey } from '../shipments/purchase.store.ts'
import { changeReturn, findReturn, lockForSending } from './return.store.ts'

/**
 * Prepares a shipment like the one that came back, to be posted today. Asked again, the same one is answered, unless it
 * was given up meanwhile.
 *
 * @throws AppError `not_found`, or naming what the first shipment lacks, such as the sender of one entered by hand
 */
export const prepareAgain = (
  { db, now }: Context,
  { id: user_id, organisation_id }: SignedInUser,
  id: string,
): Promise<ReturnedItem> =>
  inTransaction(db, async (tx) => {
    const item = await lockForSending(tx, organisation_id, id)
    if (!item) throw new AppError('not_found')
    if (item.pending_id === null || !(await isUnderWay(tx, organisation_id, item.pending_id))) {
      const draft = sentAgain(item.bought, item.manual, ukDateOf(now()))
      const { pending_id } = await insertPending(tx, { organisation_id, created_by: user_id, draft })
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

/** Whether it still waits to be bought, or was. */
const isUnderWay = async (tx: Tx, organisationId: string, pendingId: string): Promise<boolean> =>
  Boolean((await findPending(tx, organisationId, pendingId)) ?? (await findByKey(tx, organisationId, pendingId)))

/** One item like the first, at today's price. */
function sentAgain(bought: ShipmentDraft | null, manual: ManualDraft | null, today: string): PendingDraft {
  const prepared = savePending.body.safeParse({ ...likeBought(bought), ...likeManual(manual), shipping_date: today })
  if (!prepared.success) throw new AppError('invalid_request', { fields: fieldErrorsOf(prepared.error.issues) })
  return prepared.data
}

function likeBought(draft: ShipmentDraft | null): object | undefined {
  if (draft === null) return undefined
  const { charges: _then, meta_data, ...shipment } = draft
  return { ...shipment, meta_data: { ...meta_data, quantity: 1, avery_label_location: [] } }
}

/** What it went by elsewhere is no service of ours. */
function likeManual(draft: ManualDraft | null): object | undefined {
  if (draft === null) return undefined
  const { to, from, references, costcenter } = draft
  return { to, from, references, costcenter }
}
