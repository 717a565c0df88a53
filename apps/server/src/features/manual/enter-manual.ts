import { normaliseAddress } from '@postroom/contract/address'
import { fieldError } from '@postroom/contract/field-errors'
import type { ManualDraft, ManualShipment } from '@postroom/contract/shipment-manual'
import { itemNumberOf } from '@postroom/domain/post/item-number'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { act, type LockedActor } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { refuseColleagues } from '../../access/authorise.ts'
import type { Requester } from '../../access/actor.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { hasCostCenter } from '../references/reference.store.ts'
import { insertManual, removeManual, rewriteManual, lockManual } from './manual.store.ts'

/** Stores a shipment posted elsewhere. @throws AppError naming an unknown cost centre */
export const enterManual = (context: Context, user: Requester, draft: ManualDraft): Promise<ManualShipment> =>
  act(context, user, async (tx, actor) => {
    const { id: created_by, organisation_id } = actor
    const entered = await insertManual(tx, { organisation_id, created_by, draft: await written(tx, actor, draft) })
    await record(tx, actor, 'manual_shipment_entered', entered.id)
    return entered
  })

/** Updates the shipment. @throws AppError `not_found`, or naming the cost centre */
export const changeManual = (
  context: Context,
  user: Requester,
  id: string,
  draft: ManualDraft,
): Promise<ManualShipment> =>
  act(context, user, async (tx, actor) => {
    await lockOwn(tx, actor, id)
    const changed = await rewriteManual(tx, actor.organisation_id, id, await written(tx, actor, draft))
    await record(tx, actor, 'manual_shipment_changed', id)
    return changed
  })

/** Deletes the shipment and the records of its return. @throws AppError `not_found` */
export const dropManual = (context: Context, user: Requester, id: string): Promise<void> =>
  act(context, user, async (tx, actor) => {
    await lockOwn(tx, actor, id)
    await removeManual(tx, actor.organisation_id, id)
    await record(tx, actor, 'manual_shipment_deleted', id)
  })

/** @throws AppError `not_found`, or `permission_denied` when a colleague entered it */
async function lockOwn(tx: Tx, user: LockedActor, id: string): Promise<void> {
  const owner = await lockManual(tx, user.organisation_id, id)
  if (owner === undefined) throw new AppError('not_found')
  refuseColleagues('shipment', owner, user)
}

/** The stored form: normalised addresses and number, and a cost centre of the organisation. */
async function written(tx: Tx, { organisation_id }: LockedActor, draft: ManualDraft): Promise<ManualDraft> {
  const { to, from, number, costcenter } = draft
  for (const [index, { id }] of costcenter.entries())
    if (!(await hasCostCenter(tx, organisation_id, id)))
      throw new AppError('invalid_request', { fields: [fieldError(`costcenter.${index}.id`, 'not_allowed')] })
  return {
    ...draft,
    to: normaliseAddress(to),
    ...(from && { from: normaliseAddress(from) }),
    number: itemNumberOf(number),
  }
}

const record = (
  tx: Tx,
  { id: user_id, organisation_id }: LockedActor,
  event: 'manual_shipment_entered' | 'manual_shipment_changed' | 'manual_shipment_deleted',
  subject: string,
) => recordAudit(tx, { organisation_id, user_id, event, subject })
