import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { randomUUID } from 'node:crypto'
import { apiOf } from './api.ts'
import type { Postroom } from './postroom.ts'

export type Draft = Omit<ShipmentDraftInput, 'by' | 'shipping_date'>

/** Buys through the API with today's posting date; prints nothing. */
export async function buy(postroom: Postroom, wanted: Draft): Promise<Shipment> {
  const ask = await apiOf(postroom)
  const { data } = await ask<{ data: { id: string }[] }>('/carrieraccount')
  const draft: ShipmentDraftInput = { ...wanted, by: data[0]!.id, shipping_date: londonToday() }
  return ask<Shipment>(`/shipment/process?pending_id=${randomUUID()}`, draft)
}

const londonToday = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(new Date())
