import type { Shipment } from '@postroom/contract/shipment'
import { buy, type Draft } from './buy.ts'
import type { Postroom } from './postroom.ts'

/** Buys a gift of 1.2 kg to France straight from the API: a label, a CN22 and a receipt that nobody has printed yet. */
export const buyParcelAbroad = (postroom: Postroom): Promise<Shipment> => buy(postroom, GIFT)

const GIFT: Draft = {
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
