import type { DocumentType } from '@postroom/contract/document'
import type { LabelGridDpi } from '@postroom/domain/media/label-drawing'
import type { Requester } from '../../access/actor.ts'
import { refuseOtherAccounts } from '../../access/key-accounts.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import { pdfOf } from '../../documents/draw-missing.ts'
import { drawLabelFor } from '../../documents/label-drawing.ts'
import { findSession } from '../auth/session.store.ts'
import { findPurchase, type Purchase } from '../shipments/purchase/purchase.store.ts'
import { findLink, spendLink } from './document-link.store.ts'

export interface DocumentRequest {
  shipment: string
  type: DocumentType
  /** The resolution that a label is drawn for; that of the stored document is 300. */
  dpi: LabelGridDpi
  /** The token of a document link or of a session. */
  token: string | undefined
  /** The caller, if they have an API key instead of a token. */
  user: Requester | undefined
}

/**
 * The bytes of a document, for a caller with its link, or with a session or an API key of its organisation.
 *
 * @throws AppError `document_link_expired` for an expired link, `not_found` for a foreign document, `document_gone` for
 * a voided one, `document_unavailable` when the storage it has moved to does not give it, `label_drawing_unavailable` when a
 * label cannot be drawn for this resolution. @see spec §7
 */
export async function fetchDocument(context: Context, request: DocumentRequest): Promise<Uint8Array> {
  const { db, now } = context
  const { shipment, type, dpi } = request
  const link = request.token === undefined ? undefined : await findLink(db, request.token, now())
  const reader = link ? undefined : await readerOf(context, request)
  if (link && (link.purchase_id !== shipment || link.type !== type || link.dpi !== dpi)) throw new AppError('not_found')

  const purchase = await findPurchase(db, shipment)
  if (!purchase) throw new AppError('not_found')
  if (reader && reader.organisation_id !== purchase.organisation_id) throw new AppError('not_found')
  if (reader) refuseOtherAccounts(reader, purchase.carrier_account_id)
  if (link && (link.expired || !(await spendLink(db, link)))) throw new AppError('document_link_expired')
  refuseVoided(purchase)
  if (dpi !== 300) return (await drawLabelFor(context, purchase, type, dpi)).pdf
  const pdf = await pdfOf(context, purchase, type)
  if (!pdf) throw new AppError('not_found')
  return pdf
}

/** @throws AppError `document_gone` for a shipment that is voided, or is being voided */
export function refuseVoided({ state }: Pick<Purchase, 'state'>): void {
  if (state === 'VOID_REQUESTED' || state === 'VOIDED') throw new AppError('document_gone')
}

async function readerOf({ db, now }: Context, { token, user }: DocumentRequest): Promise<Omit<Requester, 'needs'>> {
  if (user) return user
  if (token === undefined) throw new AppError('session_expired')
  const session = await findSession(db, token, now())
  if (!session) throw new AppError('document_link_expired')
  return session.user
}
