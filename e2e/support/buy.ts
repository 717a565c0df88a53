import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { randomUUID } from 'node:crypto'
import { newSession } from './fixtures.ts'
import type { Postroom } from './postroom.ts'

export type Draft = Omit<ShipmentDraftInput, 'by' | 'shipping_date'>

/** Buys through the API with today's posting date; prints nothing. */
export async function buy(postroom: Postroom, wanted: Draft): Promise<Shipment> {
  const { token } = await newSession(postroom)
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${postroom.url}/api/stamp/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const { data } = (await ask('/carrieraccount')) as { data: { id: string }[] }
  const draft: ShipmentDraftInput = { ...wanted, by: data[0]!.id, shipping_date: londonToday() }
  return (await ask(`/shipment/process?pending_id=${randomUUID()}`, draft)) as Shipment
}

const londonToday = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(new Date())
