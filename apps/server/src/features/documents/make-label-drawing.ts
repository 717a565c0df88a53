import { createHash } from 'node:crypto'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { createLabelDrawing } from '@postroom/contract/label-drawing'
import type { Requester } from '../../access/actor.ts'
import { act } from '../../access/act.ts'
import { refuseOtherAccounts } from '../../access/key-accounts.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { drawLabelFor } from '../../documents/label-drawing.ts'
import { findShipment } from '../shipments/show/shipment.store.ts'
import { createLinks, pathOf } from './document-link.store.ts'
import { refuseVoided } from './fetch-document.ts'

/**
 * Draws the label of a shipment for thermal printers, to know its digest, and makes a link to that drawing. Callers who get
 * links to the label itself get this one. An API key gets an address without a token: it is sent in a header.
 *
 * @throws AppError `not_found` for a foreign shipment, or one without a label; `document_gone` for a voided one;
 * `label_drawing_unavailable`
 */
export async function makeLabelDrawing(
  context: Context,
  user: Requester,
  id: string,
  dpi: 203,
): Promise<AnswerOf<typeof createLabelDrawing>> {
  const { db, now, settings } = context
  const purchase = await findShipment(db, user.organisation_id, id)
  if (!purchase) throw new AppError('not_found')
  refuseOtherAccounts(user, purchase.carrier_account_id)
  refuseVoided(purchase)
  const { pdf, document_id, ...page } = await drawLabelFor(context, purchase, 'label', dpi)
  const links = await act(context, user, (tx, actor) => createLinks(tx, [document_id], actor, now(), dpi))
  const access_token = links.get(document_id)
  const query = new URLSearchParams({ dpi: String(dpi), ...(access_token && { access_token, 'shipment-id': id }) })
  const path = pathOf({ purchase_id: id, type: 'label' })
  return {
    type: 'label',
    drawn_for_dpi: dpi,
    ...page,
    sha256: createHash('sha256').update(pdf).digest('hex'),
    url: `${settings.publicUrl}${settings.apiBase}${path}?${query.toString()}`,
  }
}
