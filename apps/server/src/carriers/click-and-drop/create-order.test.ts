import { shipmentDraftSchema, type ShipmentDraftInput } from '@postroom/contract/shipment'
import { describe, expect, it } from 'vitest'
import { aShipmentDraft } from '../../testing/purchase-scene.ts'
import type { CarrierOrder } from '../carrier-port.ts'
import { createOrder } from './create-order.ts'
import { ACCOUNT_SERVICES, accountCodeOf } from './service-codes.ts'

type Code = Parameters<typeof accountCodeOf>[0]

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
const order = (...asked: Parameters<typeof orderOf>) => createOrder('ref-1', orderOf(...asked))

const ITEM = {
  description: `Linen ${'x'.repeat(60)}`,
  quantity: 3,
  weight: { value: 0.25, units: 'KG' },
  value: 12_50,
  hs_code: '63025100901234',
  origin_country: 'IE',
  sku: 'LN-1',
} as const

describe('an order', () => {
  it('of a letter has its amounts in pounds, its day and its sender, and nothing that is not given', () => {
    expect(order()).toEqual({
      orderReference: 'ref-1',
      recipient: {
        address: {
          fullName: 'Idris Pembroke',
          postcode: 'NW1 8LH',
          addressLine1: '17 Chalcot Road',
          city: 'London',
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
      postageDetails: { serviceCode: 'BPL1' },
      label: { includeLabelInResponse: true, includeCN: false, includeReturnsLabel: false },
    })
  })

  it('of several labels has a package and the postage of each', () => {
    const { packages, shippingCostCharged, total } = order({}, { labels: 3 })
    expect(packages).toHaveLength(3)
    expect([shippingCostCharged, total]).toEqual([9.6, 9.6])
  })

  it.each([
    ['letter', 'letter'],
    ['large_letter', 'largeLetter'],
    ['small_parcel', 'smallParcel'],
    ['medium_parcel', 'mediumParcel'],
    ['tube', 'parcel'],
    ['parcel', 'parcel'],
    ['parcel_heavy', 'parcel'],
  ] as const)('of a %s has the format %s', (packaging, format) => {
    const parcels = [{ packaging, weight: { value: 80, units: 'G' as const } }]
    expect(order({ parcels }).packages[0]?.packageFormatIdentifier).toBe(format)
  })

  it('has the sides of the item', () => {
    const dim = { units: 'CM' as const, length: 30, width: 8, height: 20 }
    const parcels = [{ packaging: 'small_parcel' as const, weight: { value: 80, units: 'G' as const }, dim }]
    const dimensions = { heightInMms: 300, widthInMms: 80, depthInMms: 200 }
    expect(order({ parcels }).packages[0]).toMatchObject({ dimensions })
  })

  it('names the person when the sender is no company, and every part of an address that is given', () => {
    const from = { ...orderOf().draft.from, name: 'Ann Sender', company_name: '' }
    const more = { company_name: 'Acme', address2: 'Floor 2', address3: 'Block C', state_province: 'Kent' }
    const to = { ...orderOf().draft.to, ...more, phone1: '020 7946 0018', email: 'a@b.example' }
    const { sender, recipient } = order({ from, to })
    expect(sender.tradingName).toBe('Ann Sender')
    expect(recipient).toMatchObject({
      address: { companyName: 'Acme', addressLine2: 'Floor 2', addressLine3: 'Block C', county: 'Kent' },
      phoneNumber: '020 7946 0018',
      emailAddress: 'a@b.example',
    })
  })

  it('with customs declares each piece, cut to the lengths of the interface', () => {
    const customs = { contents_type: 'S' as const, customs_refnum_importer: 'IM2760000742', contents_items: [ITEM] }
    const { packages, subtotal, total, postageDetails } = order({ customs }, { service: 'IT', compensation_gbp: 250 })
    expect(packages[0]?.contents).toEqual([
      {
        name: ITEM.description,
        quantity: 3,
        unitValue: 12.5,
        unitWeightInGrams: 250,
        customsDescription: ITEM.description.slice(0, 50),
        customsDeclarationCategory: 'saleOfGoods',
        customsCode: '6302510090',
        originCountryCode: 'IE',
        extendedCustomsDescription: `${ITEM.description} (LN-1)`,
      },
    ])
    expect([subtotal, total]).toEqual([37.5, 40.7])
    expect(postageDetails).toEqual({ serviceCode: 'OTB', IOSSNumber: 'IM2760000742' })
  })

  it('declares no code, country and SKU that are empty', () => {
    const bare = { ...ITEM, hs_code: '', origin_country: '' as const, sku: '' }
    const { packages, postageDetails } = order({ customs: { contents_items: [bare] } })
    const names = ['name', 'quantity', 'unitValue', 'unitWeightInGrams', 'customsDescription']
    expect(Object.keys(packages[0]!.contents![0]!)).toEqual([...names, 'customsDeclarationCategory'])
    expect(postageDetails).toEqual({ serviceCode: 'BPL1' })
  })

  it.each([
    ['G', 'gift'],
    ['D', 'documents'],
    ['S', 'saleOfGoods'],
    ['C', 'commercialSample'],
    ['R', 'returnedGoods'],
    ['O', 'other'],
  ] as const)('declares contents %s as %s', (contents_type, category) => {
    const { packages } = order({ customs: { contents_type, contents_items: [ITEM] } })
    expect(packages[0]?.contents?.[0]?.customsDeclarationCategory).toBe(category)
  })
})

describe('a service', () => {
  it.each<[Code, number, string | undefined, boolean, boolean]>([
    // service, compensation, code, asks for a signature, has no number
    ['1', 20, 'BPL1', false, true],
    ['2', 20, 'BPL2', false, true],
    ['1SF', 50, 'BPR1', false, false],
    ['2SF', 50, 'BPR2', false, false],
    ['SD', 750, 'SD1', false, false],
    ['SD', 1000, 'SD2', false, false],
    ['SD', 2500, 'SD3', false, false],
    ['SD9AM', 50, 'SD4', false, false],
    ['SD9AM', 1000, 'SD5', false, false],
    ['SD9AM', 2500, 'SD6', false, false],
    ['TR24', 75, 'TPN24', false, false],
    ['TR24S', 150, 'TPN24', true, false],
    ['TR48', 75, 'TPS48', false, false],
    ['TR48S', 150, 'TPS48', true, false],
    ['IE', 0, 'OLS', false, true],
    ['IS', 20, 'OLA', false, true],
    ['IT', 50, 'OTA', false, false],
    ['IT', 250, 'OTB', false, false],
    ['ITS', 50, 'OTC', false, false],
    ['ITS', 250, 'OTD', false, false],
    ['ISI', 50, 'OSA', false, false],
    ['ISI', 250, 'OSB', false, false],
    ['1PP', 0, undefined, false, false],
  ])('%s to £%i has the code %s', (service, compensation_gbp, code, signs, isUntracked) => {
    expect(accountCodeOf(service, compensation_gbp)).toBe(code)
    const { postageDetails } = order({}, { service, compensation_gbp })
    expect(postageDetails.requestSignatureUponDelivery ?? false).toBe(signs)
    expect(ACCOUNT_SERVICES[service]?.isUntracked ?? false).toBe(isUntracked)
  })
})
