import type { DocumentType } from '@postroom/contract/document'
import { customsFormFor } from '@postroom/domain/customs/customs-rules'
import type { ShipmentFacts } from '@postroom/domain/rating/shipment-facts'

/**
 * The documents of a shipment: its label, the customs form it needs, an invoice for goods that were sold, and a receipt
 * where money was paid.
 */
export function documentsFor(facts: ShipmentFacts, isTest: boolean): DocumentType[] {
  const { form, invoice } = customsFormFor(facts)
  const customs = [...(form === 'none' ? [] : [form]), ...(invoice ? ['invoice' as const] : [])]
  return ['label', ...customs, ...(isTest ? [] : ['receipt' as const])]
}
