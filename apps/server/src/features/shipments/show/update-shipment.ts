import type { ShipmentChange } from '@postroom/contract/shipment-change'
import type { Context } from '../../../context.ts'
import { act } from '../../../access/act.ts'
import { AppError } from '../../../app-error.ts'
import { refuseColleagues } from '../../../access/authorise.ts'
import type { SignedInUser } from '../../../access/signed-in-user.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { chargeCostCenter } from '../purchase/charge-cost-center.ts'
import { checkReferences, referenceRules } from '../purchase/check-references.ts'
import type { Purchase } from '../purchase/purchase.store.ts'
import { changeShipment, findShipment } from './shipment.store.ts'

/** Changes the fields that may still change, and records the user. @throws AppError `not_found` @see spec §7 */
export const updateShipment = (
  context: Context,
  caller: SignedInUser,
  id: string,
  change: ShipmentChange,
): Promise<Purchase> =>
  act(context, caller, async (tx, user) => {
    checkReferences(await referenceRules(tx, user.organisation_id, [change]), change)
    const before = await findShipment(tx, user.organisation_id, id)
    if (!before) throw new AppError('not_found')
    refuseColleagues('shipment', before.created_by, user)
    const changed = await changeShipment(tx, user.organisation_id, id, change)
    if (!changed) throw new AppError('not_found')
    // an unchanged cost centre is not charged again, so its budget is not checked
    if (changed.cost_center_id !== before.cost_center_id) await chargeCostCenter(tx, changed, user.id)
    await recordAudit(tx, {
      organisation_id: user.organisation_id,
      user_id: user.id,
      event: 'shipment_changed',
      subject: id,
      details: { fields: Object.keys(change).toSorted().join(' ') },
    })
    return changed
  })
