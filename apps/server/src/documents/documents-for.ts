import { customsFormFor } from '@postroom/domain/customs/customs-rules'
import type { ShipmentFacts } from '@postroom/domain/rating/shipment-facts'
import type { DrawnHere } from './draw-document.ts'

/**
 * The documents of a shipment: its label, the customs form it needs, an invoice for goods that were sold, and a receipt
 * where money was paid.
 */
export function documentsFor(facts: ShipmentFacts, isTest: boolean): DrawnHere[] {
  const { form, invoice } = customsFormFor(facts)
  const customs = [...(form === 'none' ? [] : [form]), ...(invoice ? ['invoice' as const] : [])]
  return ['label', ...customs, ...(isTest ? [] : ['receipt' as const])]
}
