import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { randomUUID } from 'node:crypto'
import { newSession } from './fixtures.ts'
import type { Postroom } from './postroom.ts'

/** Buys a gift of 1.2 kg to France straight from the API: a label, a CN22 and a receipt that nobody has printed yet. */
export async function buyParcelAbroad(postroom: Postroom): Promise<Shipment> {
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
  const draft: ShipmentDraftInput = { ...GIFT, by: data[0]!.id, shipping_date: londonToday() }
  return (await ask(`/shipment/process?pending_id=${randomUUID()}`, draft)) as Shipment
}

const londonToday = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(new Date())

const GIFT: Omit<ShipmentDraftInput, 'by' | 'shipping_date'> = {
  service: 'IT',
  options: [{ code: 'international_tracked' }],
  to: {
    name: 'Élodie Lefèvre',
    address1: '12 rue des Écoles',
    city: 'Rennes',
    postal_code: '35000',
    country: 'FR',
    phone1: '+33 2 99 00 00 00',
  },
  from: { name: 'Angharad Kendall', address1: '3 Stryd y Bont', city: 'Machynlleth', postal_code: 'SY20 8AE' },
  parcels: [{ packaging: 'parcel', weight: { value: 1.2, units: 'KG' } }],
  customs: {
    contents_type: 'G',
    contents_items: [
      {
        description: 'Woollen scarf, hand-knitted',
        quantity: 2,
        weight: { value: 500, units: 'G' },
        value: 20_00,
        hs_code: '611710',
        origin_country: 'GB',
      },
    ],
  },
}
