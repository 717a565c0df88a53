import type { Shipment } from '@postroom/contract/shipment'
import type { Context } from '../../context.ts'
import { act } from '../../http/act.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import type { Log } from '../../papers/draw-papers.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findShipment } from './shipment.store.ts'
import { showShipment } from './show-shipment.ts'

/**
 * The papers once more, with fresh links. The right to them is given out again, so it is written down who asked.
 *
 * @throws AppError `document_gone` when nothing was bought, or it was taken back
 */
export async function reprintShipment(context: Context, user: SignedInUser, id: string, log: Log): Promise<Shipment> {
  const purchase = await act(context, user, async (tx, { id: user_id, organisation_id }) => {
    const found = await findShipment(tx, organisation_id, id)
    if (!found) throw new AppError('not_found')
    if (found.state !== 'BOUGHT') throw new AppError('document_gone')
    await recordAudit(tx, { organisation_id, user_id, event: 'shipment_reprinted', subject: id })
    return found
  })
  return showShipment(context, user, purchase, log)
}
