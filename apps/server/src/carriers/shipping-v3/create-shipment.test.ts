import { shipmentDraftSchema, type ShipmentDraftInput } from '@postroom/contract/shipment'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { expect, it, test } from 'vitest'
import { aShipmentDraft } from '../../testing/purchase-scene.ts'
import type { CarrierOrder } from '../carrier-port.ts'
import { shipmentOf, whyNotAsked } from './create-shipment.ts'

interface Bought {
  service?: ServiceCode
  compensation_gbp?: number
  labels?: number
}

function orderOf(change: Partial<ShipmentDraftInput> = {}, { service = '1', ...bought }: Bought = {}): CarrierOrder {
  const { compensation_gbp = 0, labels = 1 } = bought
  const quote = { service: { code: service }, delivery: { compensation_gbp } } as CarrierOrder['quote']
  const by = '11111111-1111-4111-8111-111111111111'
  return { draft: shipmentDraftSchema.parse(aShipmentDraft({ by, ...change })), quote, labels }
}
const asked = (change?: Partial<ShipmentDraftInput>, bought?: Bought) =>
  shipmentOf('our reference', orderOf(change, bought), '0123456789')
const TO = { name: 'Idris Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }
const parcel = (packaging: 'letter' | 'large_letter' | 'small_parcel') => ({
  parcels: [{ packaging, weight: { value: 80, units: 'G' as const } }] as ShipmentDraftInput['parcels'],
})

it('asks for an item with nothing that was not entered', () => {
  expect(asked()).toEqual({
    Shipper: { ShipperReference: 'our reference' },
    Destination: {
      ContactName: 'Idris Pembroke',
      AddressLine1: '17 Chalcot Road',
      Town: 'London',
      Postcode: 'NW1 8LH',
      CountryCode: 'GB',
    },
    ShipmentInformation: {
      ShipmentAction: 'Allocate',
      ShipmentDate: '2026-11-20',
      ServiceCode: 'STL1',
      ServiceOptions: { PostingLocation: '0123456789', ServiceFormat: 'F' },
      TotalPackages: 1,
      TotalWeight: 80,
      WeightUnitOfMeasure: 'Grams',
    },
  })
})

it('sends every line of an address', () => {
  const lines = { address2: 'Second floor', address3: 'Primrose Hill', state_province: 'Greater London' }
  const to = { ...TO, ...lines, company_name: 'Pembroke & Sons', phone1: '+44 20 7946 0991', email: 'i@example.com' }
  expect(asked({ to }).Destination).toMatchObject({
    CompanyName: 'Pembroke & Sons',
    AddressLine2: 'Second floor',
    AddressLine3: 'Primrose Hill',
    County: 'Greater London',
    PhoneNumber: '+44 20 7946 0991',
    EmailAddress: 'i@example.com',
  })
})

it('addresses a company without a person', () => {
  const to = { ...TO, name: '', company_name: 'Pembroke & Sons' }
  expect(asked({ to }).Destination).toMatchObject({ ContactName: 'Pembroke & Sons' })
})

it('sends no more of a telephone number than 20 characters', () => {
  const to = { ...TO, phone1: '+44 (0)20 7946 0991 12' }
  expect(asked({ to }).Destination).toMatchObject({ PhoneNumber: '+44 (0)20 7946 0991 ' })
})

test.each<[ServiceCode, Parameters<typeof parcel>[0], number, string, string]>([
  ['1', 'letter', 0, 'STL1', 'L'],
  ['2', 'large_letter', 0, 'STL2', 'F'],
  ['2', 'small_parcel', 0, 'STL2', 'P'],
  ['SD', 'large_letter', 750, 'SD1', 'F'],
  ['SD', 'small_parcel', 1000, 'SD2', 'P'],
  ['SD', 'small_parcel', 2500, 'SD3', 'P'],
  ['SD9AM', 'small_parcel', 50, 'SD4', 'P'],
  ['SD9AM', 'small_parcel', 1000, 'SD5', 'P'],
  ['SD9AM', 'small_parcel', 2500, 'SD6', 'P'],
  ['TR24', 'large_letter', 0, 'TRNN1', 'F'],
  ['TR24', 'small_parcel', 0, 'TPNN', 'P'],
  ['TR24S', 'large_letter', 0, 'TRNS', 'F'],
  ['TR24S', 'small_parcel', 0, 'TPNS', 'P'],
  ['TR48', 'large_letter', 0, 'TRSN1', 'F'],
  ['TR48', 'small_parcel', 0, 'TPSN', 'P'],
  ['TR48S', 'large_letter', 0, 'TRSS', 'F'],
  ['TR48S', 'small_parcel', 0, 'TPSS', 'P'],
])('asks for %s of a %s with £%i as %s %s', (service, packaging, compensation_gbp, code, format) => {
  const { ShipmentInformation } = asked(parcel(packaging), { service, compensation_gbp })
  expect(ShipmentInformation).toMatchObject({ ServiceCode: code, ServiceOptions: { ServiceFormat: format } })
})

test.each<[ServiceCode, boolean]>([
  ['1', false],
  ['1SF', true],
  ['2SF', true],
])('asks for a signature with %s: %s', (service, isAsked) =>
  expect(asked({}, { service }).ShipmentInformation.ServiceOptions.RecordedSignedFor ?? false).toBe(isAsked),
)

test.each([
  [1000, 'Level1'],
  [2500, 'Level2'],
  [5000, 'Level3'],
  [7500, 'Level4'],
  [10_000, 'Level5'],
])('covers a consequential loss of £%i as %s', (value, level) => {
  const options = [
    { code: 'special_delivery', fields: { consequential_loss: { value } } },
  ] as ShipmentDraftInput['options']
  expect(asked({ options }).ShipmentInformation.ServiceOptions).toMatchObject({ ConsequentialLoss: level })
})

const LONG = (length: number) => 'x'.repeat(length)

test.each<[string, Partial<ShipmentDraftInput>, Bought, RegExp | undefined]>([
  ['one item at home', {}, {}, undefined],
  ['two items', {}, { labels: 2 }, /one label at a time/],
  ['an item with a customs form', { customs: { contents_type: 'G' } }, {}, /customs form are not bought/],
  ['a sheet of two labels', { label: { size: 'A4' }, meta_data: { label_name: 'L7168' } }, {}, /whole pages/],
  ['a service it does not sell', {}, { service: 'IT' }, /does not sell this service/],
  ['a format of a service it does not sell', parcel('letter'), { service: 'SD' }, /does not sell this service/],
  ['a name of 40 characters', { to: { ...TO, name: LONG(40) } }, {}, undefined],
  ['a name of 41 characters', { to: { ...TO, name: LONG(41) } }, {}, /Shorten the address/],
  ...(['company_name', 'address1', 'address2', 'address3', 'city'] as const).flatMap(
    (field): [string, Partial<ShipmentDraftInput>, Bought, RegExp | undefined][] => [
      [`35 characters in ${field}`, { to: { ...TO, [field]: LONG(35) } }, {}, undefined],
      [`36 characters in ${field}`, { to: { ...TO, [field]: LONG(36) } }, {}, /Shorten the address/],
    ],
  ),
])('decides whether Royal Mail is asked: %s', (_case, change, bought, why) => {
  const reason = whyNotAsked(orderOf(change, bought))
  if (why) expect(reason).toMatch(why)
  else expect(reason).toBeUndefined()
})
