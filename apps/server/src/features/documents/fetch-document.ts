import type { DocumentType } from '@postroom/contract/document'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import { pdfOf } from '../../documents/draw-missing.ts'
import { findSession } from '../auth/session.store.ts'
import { findPurchase } from '../shipments/purchase/purchase.store.ts'
import { findLink, spendLink } from './document-link.store.ts'

export interface DocumentRequest {
  shipment: string
  type: DocumentType
  /** The token of a document link or of a session. */
  token: string | undefined
}

/**
 * The bytes of a document, for a caller with its link or a session of its organisation.
 *
 * @throws AppError `document_link_expired` for an expired link, `not_found` for a foreign document, `document_gone` for
 * a voided one. @see spec §7
 */
export async function fetchDocument(context: Context, request: DocumentRequest): Promise<Uint8Array> {
  const { db, now } = context
  const { shipment, type, token } = request
  if (token === undefined) throw new AppError('session_expired')
  const link = await findLink(db, token, now())
  const reader = link ? undefined : await findSession(db, token, now())
  if (!link && !reader) throw new AppError('document_link_expired')
  if (link && (link.purchase_id !== shipment || link.type !== type)) throw new AppError('not_found')

  const purchase = await findPurchase(db, shipment)
  if (!purchase) throw new AppError('not_found')
  if (reader && reader.user.organisation_id !== purchase.organisation_id) throw new AppError('not_found')
  if (link && (link.expired || !(await spendLink(db, link)))) throw new AppError('document_link_expired')
  if (purchase.state === 'VOID_REQUESTED' || purchase.state === 'VOIDED') throw new AppError('document_gone')
  const pdf = await pdfOf(context, purchase, type)
  if (!pdf) throw new AppError('not_found')
  return pdf
}
