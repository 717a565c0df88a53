import { factsOf } from '@postroom/contract/shipment-facts'
import { renderLabel } from '@postroom/documents/label-4x6'
import type { Purchase } from '../shipments/purchase.store.ts'

/** Draws the label of a stored purchase; the same purchase gives the same bytes. */
export function drawLabel(purchase: Purchase): Promise<Uint8Array> {
  const { draft, quote } = purchase
  const { packaging, weight } = factsOf(draft)
  return renderLabel({
    test: purchase.is_test,
    service: quote.service.code,
    service_name: quote.service.name,
    packaging,
    weight,
    shipping_date: draft.shipping_date,
    to: draft.to,
    from: draft.from,
    references: draft.references,
    tracking: purchase.carrier_no ?? '',
    created_at: purchase.created_at,
  })
}
