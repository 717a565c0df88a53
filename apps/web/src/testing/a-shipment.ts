import { shipmentSchema, type Shipment } from '@postroom/contract/shipment'

const address = {
  company_name: '',
  address2: '',
  address3: '',
  state_province: '',
  country: 'GB',
  phone1: '',
  email: '',
}
const TO = {
  ...address,
  name: 'Marguerite Llewellyn',
  address1: '14 Heol y Gogledd',
  city: 'Aberystwyth',
  postal_code: 'SY23 2HT',
}
export const FROM = {
  ...address,
  name: 'Angharad Kendall',
  address1: '3 Stryd y Bont',
  city: 'Machynlleth',
  postal_code: 'SY20 8AE',
}

/** A bought letter of 50 g, second class, with its label. */
export const aShipment = (change: Partial<Shipment> = {}): Shipment =>
  shipmentSchema.parse({
    id: 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b01',
    status: 'bought',
    transaction_type: 'postage',
    carrier: 'RM',
    service: '2',
    service_name: '2nd Class',
    options: [],
    charges: { base_charge: 91, total_fees: 0, total_charge: 91, vat: 0, fees: [], currency: 'GBP' },
    amount: 91,
    item_numbers: ['ZZ123456785GB'],
    explanation: [],
    tariff: { id: 'online', effective_from: '2026-04-07', confidence: 'high', sources: [] },
    shipping_date: '2026-11-22',
    to: TO,
    from: FROM,
    parcels: [{ packaging: 'letter', weight: { value: 50, units: 'G' } }],
    meta_data: {
      is_tube: false,
      is_surcharge: false,
      country: 'GB',
      tracking: 'ZZ123456785GB',
      tracking_service: '',
      tracking_type: 'none',
    },
    customs_form: { form: 'none', reason: 'inside_uk', invoice: false },
    label: {},
    references: [],
    notes: '',
    costcenter: [],
    by: 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01',
    bought_by: 'd3a1c5b6-52a8-4f0e-8a0f-6d8a4b1f0c07',
    docs: [
      {
        type: 'label',
        status: 'ready',
        size: '4x6',
        width_mm: 101.6,
        height_mm: 152.4,
        pages: 1,
        sha256: 'ab'.repeat(32),
        url: '/stamp/v1/shipment/c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b01/docs/label.pdf?access_token=x',
      },
    ],
    created_at: '2026-11-22T09:00:00.000Z',
    ...change,
  })
