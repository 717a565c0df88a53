import type { DocumentType } from '@postroom/contract/document'
import { customsFormFor } from '@postroom/domain/customs-rules'
import type { ShipmentFacts } from '@postroom/domain/shipment-facts'

/** The papers of a shipment: its label, the customs form it needs, and a receipt where money was paid. */
export function papersFor(facts: ShipmentFacts, isTest: boolean): DocumentType[] {
  const { form } = customsFormFor(facts)
  return ['label', ...(form === 'none' ? [] : [form]), ...(isTest ? [] : ['receipt' as const])]
}
