import type { ShipmentDraftInput } from '@postroom/contract/shipment'

type Abroad = Pick<ShipmentDraftInput, 'service' | 'options' | 'to' | 'parcels' | 'customs'>

/** 1.2 kg of marmalade to Lyon, a gift worth £13. */
export const aGiftToFrance = (): Abroad => ({
  service: 'IS',
  options: [{ code: 'international_standard' }],
  to: { name: 'Amélie Vasseur', address1: '8 rue Mercière', city: 'Lyon', postal_code: '69002', country: 'FR' },
  parcels: [{ packaging: 'parcel', weight: { value: 1.2, units: 'KG' } }],
  customs: {
    contents_type: 'G',
    contents_items: [
      {
        description: 'Orange marmalade in jars',
        quantity: 2,
        weight: { value: 500, units: 'G' },
        value: 6_50,
        hs_code: '20079100',
        origin_country: 'GB',
      },
    ],
  },
})

/** A bound atlas to Boston, sold for £400. */
export const aSaleToAmerica = (): Abroad => ({
  service: 'IT',
  options: [{ code: 'international_tracked' }],
  to: {
    name: 'Marcus Delaney',
    address1: '120 Tremont Street',
    city: 'Boston',
    state_province: 'MA',
    postal_code: '02108',
    country: 'US',
    phone1: '+1 617 555 0142',
  },
  parcels: [{ packaging: 'parcel', weight: { value: 1.4, units: 'KG' } }],
  customs: {
    contents_type: 'S',
    company_EORI_number: 'GB205672212000',
    contents_items: [
      {
        description: 'Bound atlas, printed 1912',
        quantity: 1,
        weight: { value: 1.2, units: 'KG' },
        value: 400_00,
        hs_code: '49019900',
        origin_country: 'GB',
        sku: 'ATLAS-1912',
      },
    ],
  },
})
