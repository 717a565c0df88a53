import { shipmentDraftSchema, type ShipmentDraftInput } from '@postroom/contract/shipment'
import { describe, expect, it } from 'vitest'
import { aShipmentDraft } from '../../testing/purchase-scene.ts'
import type { CarrierOrder } from '../carrier-port.ts'
import { shipmentOf, whyNotAsked } from './create-shipment.ts'
import { SHIPPING_SERVICES, shippingCodeOf } from './service-codes.ts'

type Code = Parameters<typeof shippingCodeOf>[0]
type Packaging = Parameters<typeof shippingCodeOf>[1]['packaging']

const orderOf = (
  change: Partial<ShipmentDraftInput> = {},
  {
    service = '1',
    labels = 1,
    compensation_gbp = 20,
  }: { service?: Code; labels?: number; compensation_gbp?: number } = {},
): CarrierOrder => ({
  draft: shipmentDraftSchema.parse(aShipmentDraft({ by: '11111111-1111-4111-8111-111111111111', ...change })),
  quote: { service: { code: service }, charges: { total_charge: 320 }, delivery: { compensation_gbp } } as never,
  labels,
})
const shipment = (...asked: Parameters<typeof orderOf>) => shipmentOf('ref-1', orderOf(...asked), '9000')
const optionsOf = (service: Code) => shipment({}, { service }).ShipmentInformation.ServiceOptions
const { to } = orderOf().draft
const parcelOf = (packaging: Packaging) => ({ parcels: [{ packaging, weight: { value: 80, units: 'G' as const } }] })

describe('a shipment', () => {
  it('is allocated, not posted, and has nothing that is not given', () => {
    expect(shipment()).toEqual({
      Shipper: { ShipperReference: 'ref-1' },
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
        ServiceOptions: { PostingLocation: '9000', ServiceFormat: 'F' },
        TotalPackages: 1,
        TotalWeight: 80,
        WeightUnitOfMeasure: 'Grams',
      },
    })
  })

  it('has every part of an address that is given, cut to the lengths of the interface', () => {
    const phone1 = '0123456789012345678901234'
    const more = { company_name: 'Acme', address2: 'Floor 2', address3: 'Block C', state_province: 'Kent' }
    const order = orderOf()
    const draft = {
      ...order.draft,
      to: { ...to, ...more, name: '', phone1, email: 'a@b.example', postal_code: 'NW1 8LH 12345' },
    }
    expect(shipmentOf('ref-1', { ...order, draft }, '9000').Destination).toEqual({
      ContactName: 'Acme',
      CompanyName: 'Acme',
      AddressLine1: '17 Chalcot Road',
      AddressLine2: 'Floor 2',
      AddressLine3: 'Block C',
      Town: 'London',
      County: 'Kent',
      Postcode: 'NW1 8LH 12',
      PhoneNumber: '01234567890123456789',
      EmailAddress: 'a@b.example',
      CountryCode: 'GB',
    })
  })

  it.each([
    [1000, 'Level1'],
    [2500, 'Level2'],
    [5000, 'Level3'],
    [7500, 'Level4'],
    [10_000, 'Level5'],
  ])('with consequential loss to £%i has %s', (gbp, level) => {
    const options = [{ code: 'special_delivery' as const, fields: { consequential_loss: { value: gbp } } }]
    expect(shipment({ options }, { service: 'SD' }).ShipmentInformation.ServiceOptions).toMatchObject({
      ConsequentialLoss: level,
    })
  })

  it('asks for a signature where it is an extra of the service', () => {
    for (const service of ['1SF', '2SF'] as const) expect(optionsOf(service)).toMatchObject({ RecordedSignedFor: true })
    for (const service of ['1', '2', 'SD', 'TR24S'] as const)
      expect(optionsOf(service)).not.toHaveProperty('RecordedSignedFor')
  })
})

describe('the carrier', () => {
  it.each<[string, CarrierOrder, string | undefined]>([
    ['one label', orderOf(), undefined],
    ['two labels', orderOf({}, { labels: 2 }), 'one label at a time'],
    ['customs', orderOf({ customs: {} }), 'customs form'],
    ['a service without a code', orderOf({}, { service: 'IT' }), 'does not sell this service'],
    ['a format without a code', orderOf(parcelOf('letter'), { service: 'TR24' }), 'does not sell this service'],
    ['a name of 40', orderOf({ to: { ...to, name: 'n'.repeat(40) } }), undefined],
    ['a name of 41', orderOf({ to: { ...to, name: 'n'.repeat(41) } }), 'Shorten the address.'],
    ...(['company_name', 'address1', 'address2', 'address3', 'city'] as const).flatMap(
      (field): [string, CarrierOrder, string | undefined][] => [
        [`${field} of 35`, orderOf({ to: { ...to, [field]: 'n'.repeat(35) } }), undefined],
        [
          `${field} of 36`,
          orderOf({ to: { ...to, [field]: 'n'.repeat(36) } }),
          'of 40 characters, and company, address lines and city of 35',
        ],
      ],
    ),
  ])('asked for %s says why not: %s', (_what, order, reason) => {
    if (reason === undefined) expect(whyNotAsked(order)).toBeUndefined()
    else expect(whyNotAsked(order)).toContain(reason)
  })

  it('makes no sheet of labels', () => {
    const order = orderOf()
    const draft = { ...order.draft, meta_data: { ...order.draft.meta_data, label_name: 'no such stock' } }
    expect(whyNotAsked({ ...order, draft })).toContain('Choose label stock with one label.')
  })
})

describe('a service', () => {
  it.each<[Code, Packaging, number, string | undefined]>([
    ['1', 'letter', 20, 'STL1 L'],
    ['1', 'large_letter', 20, 'STL1 F'],
    ['1', 'small_parcel', 20, 'STL1 P'],
    ['2', 'letter', 20, 'STL2 L'],
    ['2', 'medium_parcel', 20, 'STL2 P'],
    ['1SF', 'letter', 50, 'STL1 L'],
    ['2SF', 'large_letter', 50, 'STL2 F'],
    ['SD', 'letter', 750, undefined],
    ['SD', 'large_letter', 750, 'SD1 F'],
    ['SD', 'parcel', 1000, 'SD2 P'],
    ['SD', 'tube', 2500, 'SD3 P'],
    ['SD9AM', 'large_letter', 50, 'SD4 F'],
    ['SD9AM', 'parcel', 1000, 'SD5 P'],
    ['SD9AM', 'parcel', 2500, 'SD6 P'],
    ['TR24', 'large_letter', 75, 'TRNN1 F'],
    ['TR24', 'parcel', 75, 'TPNN P'],
    ['TR24S', 'large_letter', 150, 'TRNS F'],
    ['TR24S', 'parcel', 150, 'TPNS P'],
    ['TR48', 'large_letter', 75, 'TRSN1 F'],
    ['TR48', 'parcel_heavy', 75, 'TPSN P'],
    ['TR48S', 'large_letter', 150, 'TRSS F'],
    ['TR48S', 'parcel', 150, 'TPSS P'],
    ['TR48S', 'letter', 150, undefined],
    ['IT', 'parcel', 50, undefined],
  ])('%s of a %s to £%i is %s', (service, packaging, compensation_gbp, named) => {
    const found = shippingCodeOf(service, { packaging, compensation_gbp })
    expect(found && `${found.code} ${found.format}`).toBe(named)
  })

  it('without tracking is 1st and 2nd class only', () => {
    const untracked = Object.entries(SHIPPING_SERVICES).filter(([, { isUntracked }]) => isUntracked)
    expect(untracked.map(([code]) => code).toSorted()).toEqual(['1', '2'])
  })
})
