import type { ShipmentDocument } from '@postroom/contract/document'
import { ERRORS, type ErrorBody, type ErrorCode } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import type { PurchaseState } from '@postroom/domain/purchase-states'
import type { Context } from '../../context.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { createLinks } from '../documents/document-link.store.ts'
import type { Purchase } from './purchase.store.ts'
import type { ShipmentRow } from './shipment.store.ts'

const STATUSES: Record<PurchaseState, Shipment['status']> = {
  AUTHORISED: 'pending',
  BOUGHT: 'bought',
  REJECTED: 'rejected',
  CANCELLED: 'cancelled',
  VOID_REQUESTED: 'cancelled',
  VOIDED: 'cancelled',
}

/** Shipments as the contract shows them, each document with a fresh link for this user. */
export async function presentShipments(
  context: Context,
  user: SignedInUser,
  rows: readonly ShipmentRow[],
): Promise<Shipment[]> {
  const documentIds = rows.flatMap((row) => (row.state === 'BOUGHT' && row.document_id ? [row.document_id] : []))
  const tokens = await createLinks(context.db, documentIds, user, context.now())
  return rows.map((row) => {
    const token = row.document_id && tokens.get(row.document_id)
    return { ...contentOf(row), docs: token ? [labelDocument(context, row, token)] : [] }
  })
}

/** Why nothing was bought: the error that the purchase itself answered with. */
export function failureOf({ state, reason }: Purchase): (ErrorBody & { code: ErrorCode }) | undefined {
  if (state !== 'REJECTED' && state !== 'CANCELLED') return undefined
  const code = state === 'REJECTED' ? 'carrier_rejected' : 'purchase_cancelled'
  return { code, description: ERRORS[code].description, ...(reason !== null && { details: { reason } }) }
}

function contentOf(row: ShipmentRow): Omit<Shipment, 'docs'> {
  const { draft, quote } = row
  const failure = failureOf(row)
  return {
    id: row.id,
    status: row.is_test ? 'test' : STATUSES[row.state],
    carrier: draft.carrier,
    service: quote.service.code,
    service_name: quote.service.name,
    options: draft.options,
    charges: quote.charges,
    explanation: quote.explanation,
    tariff: quote.tariff,
    shipping_date: draft.shipping_date,
    to: draft.to,
    from: draft.from,
    parcels: draft.parcels,
    meta_data: { quantity: draft.meta_data.quantity, tracking: row.carrier_no ?? '' },
    label: draft.label,
    references: draft.references,
    by: draft.by,
    ...(failure && { failure }),
    created_at: row.created_at.toISOString(),
  }
}

function labelDocument({ settings }: Context, row: ShipmentRow, token: string): ShipmentDocument {
  const query = new URLSearchParams({ access_token: token, 'shipment-id': row.id }).toString()
  return {
    type: 'label',
    status: row.sha256 === null ? 'pending' : 'ready',
    size: '4x6',
    width_mm: 101.6,
    height_mm: 152.4,
    pages: 1,
    sha256: row.sha256 ?? '',
    url: `${settings.publicUrl}${settings.apiBase}/stamp/v1/shipment/${row.id}/docs/label.pdf?${query}`,
  }
}
