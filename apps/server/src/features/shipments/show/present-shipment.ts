import { deliveryStateOf } from '@postroom/domain/post/delivery-event'
import type { ShipmentDocument } from '@postroom/contract/document'
import { ERRORS, type ErrorBody, type ErrorCode } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { factsOf } from '@postroom/contract/shipment-facts'
import { customsFormFor } from '@postroom/domain/customs/customs-rules'
import { voidDeadline } from '@postroom/domain/purchase/void-terms'
import { listScans } from '../../tracking/tracking.store.ts'
import type { Context } from '../../../context.ts'
import type { Requester } from '../../../access/actor.ts'
import { keyNames } from '../../auth/api-keys/api-key.store.ts'
import { createLinks } from '../../documents/document-link.store.ts'
import { listDocuments, type ListedDocument } from '../../documents/document.store.ts'
import { printStates } from '../../prints/print-states.rule.ts'
import { numbersOf } from '../../../documents/draw-document.ts'
import { presentRefund } from '../void/present-refund.ts'
import type { Purchase } from '../purchase/purchase.store.ts'
import { STATUSES } from './shipment-status.ts'
import { listVoidRequests } from '../void/void-request.store.ts'

/**
 * Shipments in the contract's form, each document with its address, for a session a new link; in as many queries as for one.
 * @param listed their documents, where these were read before
 */
export async function presentShipments(
  context: Context,
  user: Requester,
  purchases: readonly Purchase[],
  listed?: readonly ListedDocument[],
): Promise<Shipment[]> {
  const bought = purchases.filter(({ state }) => state === 'BOUGHT').map(({ id }) => id)
  const documents = listed ?? (await listDocuments(context.db, bought))
  const tokens = await createLinks(
    context.db,
    documents.map(({ id }) => id),
    user,
    context.now(),
  )
  const printing = await printStates(context, purchases, documents)
  const keys = await keyNames(
    context.db,
    purchases.flatMap(({ api_key_id }) => api_key_id ?? []),
  )
  const scans = await listScans(context.db, bought)
  const asked = purchases.filter(({ void_no }) => void_no > 0).map(({ id }) => id)
  const voids = await listVoidRequests(context.db, asked)
  return purchases.map((purchase) => {
    const own = documents.filter((document) => document.purchase_id === purchase.id)
    const docs = own.map((document) =>
      documentOf(context, purchase, document, rightIn(user, purchase, tokens.get(document.id))),
    )
    const refund = presentRefund(
      purchase,
      voids.filter((request) => request.purchase_id === purchase.id),
    )
    const delivery = deliveryStateOf(numbersOf(purchase), scans.get(purchase.id) ?? [])
    return {
      ...contentOf(purchase),
      ...(purchase.api_key_id !== null && { bought_with: keys.get(purchase.api_key_id)! }),
      ...printing.get(purchase.id),
      ...(delivery && { delivery }),
      docs,
      ...(refund && { refund }),
    }
  })
}

/** A shipment whose documents are requested later. */
export const withoutDocuments = (purchase: Purchase): Shipment => ({ ...contentOf(purchase), docs: [] })

/** Why nothing was bought: the error that the purchase itself returned. */
export function failureOf({ state, reason }: Purchase): (ErrorBody & { code: ErrorCode }) | undefined {
  if (state !== 'REJECTED' && state !== 'CANCELLED') return undefined
  const code = state === 'REJECTED' ? 'carrier_rejected' : 'purchase_cancelled'
  return { code, description: ERRORS[code].description, ...(reason !== null && { details: { reason } }) }
}

function contentOf(purchase: Purchase): Omit<Shipment, 'docs'> {
  const { id, state, is_test, draft, quote, payable, references, notes, cost_center_id, created_at, created_by } =
    purchase
  const { charges: _quoted, customs, ...asked } = draft
  const { form, reason, invoice } = customsFormFor(factsOf(draft))
  const failure = failureOf(purchase)
  return {
    ...asked,
    id,
    status: is_test ? 'test' : STATUSES[state],
    transaction_type: 'postage',
    service: quote.service.code,
    service_name: quote.service.name,
    charges: quote.charges,
    amount: payable,
    item_numbers: numbersOf(purchase),
    explanation: quote.explanation,
    tariff: quote.tariff,
    meta_data: metaDataOf(purchase),
    ...(customs && { customs }),
    customs_form: { form, reason, invoice },
    references,
    notes,
    bought_by: created_by,
    costcenter: cost_center_id === null ? [] : [{ id: cost_center_id }],
    ...(failure && { failure }),
    ...(state === 'BOUGHT' && !is_test && { void_until: voidDeadline(draft.shipping_date) }),
    created_at: created_at.toISOString(),
  }
}

/** What was requested, and what follows from it (spec §3). */
function metaDataOf({ draft, quote, carrier_no }: Purchase): Shipment['meta_data'] {
  const { tracking_service, tracking_type } = quote.meta_data
  return {
    ...draft.meta_data,
    is_tube: draft.parcels[0]?.packaging === 'tube',
    is_surcharge: draft.options.some(({ code }) => code === 'surcharge'),
    country: draft.to.country,
    tracking: carrier_no ?? '',
    tracking_service,
    tracking_type,
  }
}

/** The query of a document's address that lets the caller read it; an API key is sent in a header instead. */
function rightIn({ api_key }: Requester, { id }: Purchase, access_token: string | undefined): string | undefined {
  if (api_key) return ''
  return access_token && `?${new URLSearchParams({ access_token, 'shipment-id': id }).toString()}`
}

function documentOf(
  { settings }: Context,
  { id, draft }: Purchase,
  document: ListedDocument,
  right: string | undefined,
): ShipmentDocument {
  const path = `${settings.apiBase}/stamp/v1/shipment/${id}/docs/${document.type}.pdf`
  return {
    type: document.type,
    status: document.sha256 === null ? 'pending' : 'ready',
    size: document.type === 'label' || document.type === 'return_label' ? draft.label.size : 'A4',
    width_mm: document.width_mm ?? 0,
    height_mm: document.height_mm ?? 0,
    pages: document.pages ?? 0,
    sha256: document.sha256 ?? '',
    url: right === undefined ? '' : `${settings.publicUrl}${path}${right}`,
  }
}
