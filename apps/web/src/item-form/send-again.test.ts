import { expect, it } from 'vitest'
import { aShipment } from '../testing/a-shipment.ts'
import { formOf } from './send-again.ts'
import { draftOf, shippingFormSchema } from './shipping-form.ts'

const chosen = { service: 'IT', by: '1b4e28ba-2fa1-41d2-883f-0016d3cca427', total_charge: 515 } as const
const abroad = aShipment({
  service: 'IT',
  to: { ...aShipment().to, country: 'FR', postal_code: '75011' },
  parcels: [
    {
      number: 1,
      packaging: 'parcel',
      weight: { value: 1.2, units: 'KG' },
      dim: { length: 30, width: 22, height: 9.5, units: 'CM' },
    },
  ],
  customs: {
    currency: 'GBP',
    contents_type: 'G',
    booking_confirmation_number: '',
    eelpfc: '',
    invoice_number: '',
    contents_description: '',
    customs_refnum_importer: '',
    company_EORI_number: '',
    contents_items: [
      {
        description: 'Hardback book',
        quantity: 2,
        weight: { value: 450, units: 'G' },
        value: 25_50,
        hs_code: '490199',
        origin_country: 'GB',
        sku: '',
        manufacturer_id: '',
      },
    ],
  },
})

it('repeats addressee, sender, item, service and declaration, so that the draft is the same but for its day', () => {
  const form = formOf(abroad, '2026-11-23')
  expect(shippingFormSchema.safeParse(form).error).toBeUndefined()
  const draft = draftOf(form, chosen)
  expect(draft).toMatchObject({ to: abroad.to, from: abroad.from, service: 'IT', shipping_date: '2026-11-23' })
  expect(draft.parcels).toEqual(abroad.parcels)
  expect(draft.customs).toEqual(abroad.customs)
})

it('repeats neither the reference nor an amount of the user’s own', () => {
  const form = formOf(aShipment({ service: 'frank_pay', references: ['A-17'] }), '2026-11-23')
  expect(form).toMatchObject({ service: '', reference: '', amount: '' })
})
