import { shipmentDraftSchema, type ShipmentDraft, type ShipmentDraftInput } from '@postroom/contract/shipment'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { expect, it, test } from 'vitest'
import { aShipmentDraft } from '../../testing/purchase-scene.ts'
import type { CarrierOrder } from '../carrier-port.ts'
import { createOrder } from './create-order.ts'

const REFERENCE = '0b9de7a1-5a4c-4a53-9d1e-1c2f3a4b5c6d'
const ACCOUNT = '11111111-1111-4111-8111-111111111111'

interface Bought {
  service?: ServiceCode
  compensation_gbp?: number
  labels?: number
}

function orderOf(change: Partial<ShipmentDraftInput> = {}, { service = '1', ...bought }: Bought = {}) {
  const { compensation_gbp = 0, labels = 1 } = bought
  const draft: ShipmentDraft = shipmentDraftSchema.parse(aShipmentDraft({ by: ACCOUNT, ...change }))
  const quote = { service: { code: service }, charges: { total_charge: 320 }, delivery: { compensation_gbp } }
  return createOrder(REFERENCE, { draft, quote: quote as CarrierOrder['quote'], labels })
}
const parcelOf = (packaging: string, more: object = {}) =>
  orderOf({ parcels: [{ packaging, weight: { value: 80, units: 'G' }, ...more }] as ShipmentDraftInput['parcels'] })

it('asks for an item at home with nothing that was not entered', () => {
  expect(orderOf()).toEqual({
    orderReference: REFERENCE,
    recipient: {
      address: {
        fullName: 'Idris Pembroke',
        addressLine1: '17 Chalcot Road',
        city: 'London',
        postcode: 'NW1 8LH',
        countryCode: 'GB',
      },
    },
    sender: { tradingName: 'Llewellyn Bindery Ltd' },
    packages: [{ weightInGrams: 80, packageFormatIdentifier: 'largeLetter' }],
    orderDate: '2026-11-20T00:00:00Z',
    plannedDespatchDate: '2026-11-20T00:00:00Z',
    subtotal: 0,
    shippingCostCharged: 3.2,
    total: 3.2,
    currencyCode: 'GBP',
    postageDetails: { serviceCode: expect.any(String) as string },
    label: { includeLabelInResponse: true, includeCN: false, includeReturnsLabel: false },
  })
})

it('sends every line of an address', () => {
  const to = {
    name: 'Idris Pembroke',
    company_name: 'Pembroke & Sons',
    address1: '17 Chalcot Road',
    address2: 'Second floor',
    address3: 'Primrose Hill',
    city: 'London',
    state_province: 'Greater London',
    postal_code: 'NW1 8LH',
    phone1: '+44 20 7946 0991',
    email: 'idris@example.com',
  }
  expect(orderOf({ to }).recipient).toEqual({
    address: {
      fullName: 'Idris Pembroke',
      companyName: 'Pembroke & Sons',
      addressLine1: '17 Chalcot Road',
      addressLine2: 'Second floor',
      addressLine3: 'Primrose Hill',
      city: 'London',
      county: 'Greater London',
      postcode: 'NW1 8LH',
      countryCode: 'GB',
    },
    phoneNumber: '+44 20 7946 0991',
    emailAddress: 'idris@example.com',
  })
})

it('names a sender without a company by their name', () => {
  const from = { name: 'Angharad Kendall', address1: '4 Bute Street', city: 'Cardiff', postal_code: 'CF10 5AL' }
  expect(orderOf({ from }).sender).toEqual({ tradingName: 'Angharad Kendall' })
})

test.each([
  ['letter', 'letter'],
  ['large_letter', 'largeLetter'],
  ['small_parcel', 'smallParcel'],
  ['medium_parcel', 'mediumParcel'],
  ['tube', 'parcel'],
  ['parcel', 'parcel'],
])('asks for a %s as %s', (packaging, format) =>
  expect(parcelOf(packaging).packages[0]).toMatchObject({ packageFormatIdentifier: format }),
)

it('sends the sides of a parcel in millimetres', () => {
  const dim = { length: 30, width: 20, height: 10, units: 'CM' }
  const { dimensions } = parcelOf('small_parcel', { dim }).packages[0]!
  expect(Object.values(dimensions!).toSorted((a, b) => a - b)).toEqual([100, 200, 300])
})

it('has a package for each label, and the postage of all of them', () => {
  const order = orderOf({}, { labels: 3 })
  expect(order.packages).toHaveLength(3)
  expect(order).toMatchObject({ subtotal: 0, shippingCostCharged: 9.6, total: 9.6 })
})

test.each<[ServiceCode, boolean]>([
  ['TR48S', true],
  ['TR48', false],
])('asks for a signature with %s: %s', (service, isAsked) =>
  expect(orderOf({}, { service }).postageDetails.requestSignatureUponDelivery ?? false).toBe(isAsked),
)

test.each([
  [0, 'OTA'],
  [250, 'OTB'],
])('chooses the service by its compensation of £%i', (compensation_gbp, serviceCode) =>
  expect(orderOf({}, { service: 'IT', compensation_gbp }).postageDetails).toMatchObject({ serviceCode }),
)

const CONTENT = { description: 'Notebook', quantity: 2, weight: { value: 0.25, units: 'KG' as const }, value: 12_50 }

it('declares goods by the piece, and counts them in the total', () => {
  const contents_items = [
    { ...CONTENT, description: 'N'.repeat(60), hs_code: '48201030001234', origin_country: 'GB', sku: 'NB-1' },
    { ...CONTENT, quantity: 1 },
  ]
  const order = orderOf({
    customs: { contents_type: 'S', customs_refnum_importer: 'IM0123456789', contents_items },
  })
  expect(order).toMatchObject({ subtotal: 37.5, shippingCostCharged: 3.2, total: 40.7 })
  expect(order.postageDetails).toMatchObject({ IOSSNumber: 'IM0123456789' })
  expect(order.packages[0]!.contents).toEqual([
    {
      name: 'N'.repeat(60),
      quantity: 2,
      unitValue: 12.5,
      unitWeightInGrams: 250,
      customsDescription: 'N'.repeat(50),
      customsDeclarationCategory: 'saleOfGoods',
      customsCode: '4820103000',
      originCountryCode: 'GB',
      extendedCustomsDescription: `${'N'.repeat(60)} (NB-1)`,
    },
    {
      name: 'Notebook',
      quantity: 1,
      unitValue: 12.5,
      unitWeightInGrams: 250,
      customsDescription: 'Notebook',
      customsDeclarationCategory: 'saleOfGoods',
    },
  ])
})

test.each([
  ['G', 'gift'],
  ['D', 'documents'],
  ['S', 'saleOfGoods'],
  ['C', 'commercialSample'],
  ['R', 'returnedGoods'],
  ['O', 'other'],
] as const)('declares contents of the kind %s as %s', (contents_type, category) => {
  const order = orderOf({ customs: { contents_type, contents_items: [CONTENT] } })
  expect(order.packages[0]!.contents).toMatchObject([{ customsDeclarationCategory: category }])
})
