import type { Context } from '../../context.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { refuseColleagues } from '../../access/authorise.ts'
import type { Requester } from '../../access/actor.ts'
import { eventOf, reportEvents } from '../webhooks/report-events.store.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findShipment } from '../shipments/show/shipment.store.ts'

/**
 * Marks a shipment as printed on the word of a user, and records them.
 * @throws AppError `not_found`, `permission_denied` for a colleague's shipment, `document_gone` when nothing was bought, or
 * it was voided
 */
export const confirmPrint = (context: Context, caller: Requester, id: string) =>
  act(context, caller, async (tx, user) => {
    const { id: user_id, organisation_id } = user
    const shipment = await findShipment(tx, organisation_id, id)
    if (!shipment) throw new AppError('not_found')
    refuseColleagues('shipment', shipment.created_by, user)
    if (shipment.state !== 'BOUGHT' || shipment.is_test) throw new AppError('document_gone')
    const marked = await tx
      .updateTable('purchase')
      .set({ printed_at: context.now() })
      .where('id', '=', id)
      .where('printed_at', 'is', null)
      .executeTakeFirst()
    if (marked.numUpdatedRows > 0n) {
      await recordAudit(tx, { organisation_id, user_id, event: 'print_confirmed', subject: id })
      await reportEvents(tx, eventOf(shipment, 'shipment.printed', {}))
    }
    return { id, print_state: 'printed' as const }
  })
