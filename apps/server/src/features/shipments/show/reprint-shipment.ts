import type { DocumentType } from '@postroom/contract/document'
import type { ReprintReason } from '@postroom/contract/shipment-change'
import type { Shipment } from '@postroom/contract/shipment'
import type { Context } from '../../../context.ts'
import { act } from '../../../access/act.ts'
import { AppError } from '../../../app-error.ts'
import type { SignedInUser } from '../../../access/signed-in-user.ts'
import type { Log } from '../../../log.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { addPrints } from '../../prints/print-claim.store.ts'
import { findShipment } from './shipment.store.ts'
import { showShipment } from './show-shipment.ts'

/**
 * Allows one more print of some documents, and records the user and the reason. A repeated request before that print is claimed allows
 * no second one.
 *
 * @throws AppError `document_gone` when nothing was bought, or it was voided
 */
export async function reprintShipment(
  context: Context,
  user: SignedInUser,
  { id, documents, reason }: { id: string; documents: readonly DocumentType[]; reason?: ReprintReason | undefined },
  log: Log,
): Promise<Shipment> {
  const purchase = await act(context, user, async (tx, { id: user_id, organisation_id }) => {
    const found = await findShipment(tx, organisation_id, id)
    if (!found) throw new AppError('not_found')
    if (found.state !== 'BOUGHT') throw new AppError('document_gone')
    await addPrints(tx, id, documents)
    const details = { documents: [...new Set(documents)].toSorted().join(' '), ...(reason && { reason }) }
    await recordAudit(tx, { organisation_id, user_id, event: 'shipment_reprinted', subject: id, details })
    return found
  })
  return showShipment(context, user, purchase, log)
}
