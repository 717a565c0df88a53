import { postalAddressSchema } from '@postroom/contract/address'
import { rateRequestSchema } from '@postroom/contract/rate'
import { shipmentDraftSchema } from '@postroom/contract/shipment'
import { fieldErrorsOf } from '@postroom/contract/field-errors'
import { describe, expect, it } from 'vitest'
import { emptyCustoms, emptyCustomsItem } from './customs-form.ts'
import { draftOf, emptyShippingForm, rateRequestOf, shippingFormSchema, type ShippingForm } from './shipping-form.ts'

const address = postalAddressSchema.parse({
  name: 'Ann Other',
  address1: '1 Mill Lane',
  city: 'Bath',
  postal_code: 'BA1 1AA',
})
const form: ShippingForm = {
  ...emptyShippingForm('2026-11-21', 'small_parcel', address),
  to: address,
  weight: '1.24kg',
}
const gift: ShippingForm['customs'] = {
  ...emptyCustoms(),
  contents_items: [
    { ...emptyCustomsItem(), description: 'Hardback book', weight: '900', value: '25', hs_code: '490199' },
  ],
}
const request = (change: Partial<ShippingForm>) => rateRequestOf({ ...form, ...change, country: 'GB' })

describe('the rate request', () => {
  it('fits the contract', () => {
    expect(rateRequestSchema.safeParse(request({})).success).toBe(true)
    expect(request({})?.parcels[0]?.weight).toEqual({ value: 1.24, units: 'KG' })
  })

  it.each<[string, Partial<ShippingForm>]>([
    ['no weight', { weight: '' }],
    ['a weight that cannot be read', { weight: 'heavy' }],
    ['an incomplete size', { length: '30' }],
  ])('is not made with %s', (_case, change) => expect(request(change)).toBeUndefined())

  it.each<[string, Partial<ShippingForm>, object]>([
    ['three sides', { length: '30', width: '22', height: '9' }, { length: 30, width: 22, height: 9, units: 'CM' }],
    ['a tube', { packaging: 'tube', length: '80', width: '7,5' }, { length: 80, width: 7.5, height: 7.5, units: 'CM' }],
  ])('has the size of %s', (_case, change, dim) => expect(request(change)?.parcels[0]?.dim).toEqual(dim))

  it('has no options, because it asks for every service', () =>
    expect(request({ service: '1SF' })?.options).toEqual([]))

  it.each<[string, Partial<ShippingForm> & { country: string }, boolean]>([
    ['a parcel abroad', { country: 'FR', packaging: 'parcel', customs: gift }, true],
    ['a parcel abroad with incomplete contents', { country: 'FR', packaging: 'parcel' }, false],
    ['a letter abroad', { country: 'FR', packaging: 'letter', customs: gift }, false],
    ['a parcel at home', { country: 'GB', customs: gift }, false],
  ])('%s: does it include the contents?', (_case, change, known) => {
    const asked = rateRequestOf({ ...form, ...change })
    expect(asked?.customs !== undefined).toBe(known)
    expect(rateRequestSchema.safeParse(asked).success).toBe(true)
  })
})

it('buys a service with the option it needs', () => {
  const chosen = { service: 'TR48S', by: '1b4e28ba-2fa1-41d2-883f-0016d3cca427', total_charge: 525 } as const
  expect(draftOf(form, chosen).options).toEqual([
    { code: 'tracked', fields: {} },
    { code: 'signature', fields: {} },
  ])
})

it('buys a draft that fits the contract, with the price the user saw', () => {
  const draft = draftOf(
    { ...form, reference: ' INV-20418 ' },
    { service: '1', by: '1b4e28ba-2fa1-41d2-883f-0016d3cca427', total_charge: 515 },
  )
  expect(shipmentDraftSchema.safeParse(draft).success).toBe(true)
  expect(draft).toMatchObject({ references: ['INV-20418'], service: '1', charges: { total_charge: 515 } })
})

describe('checks the form when it is submitted', () => {
  it.each<[string, Partial<ShippingForm>, string[]]>([
    ['complete', {}, []],
    ['without a weight', { weight: '' }, ['weight required']],
    ['with a weight that cannot be read', { weight: 'heavy' }, ['weight invalid_weight']],
    ['with an incomplete size', { length: '30' }, ['width required', 'height required']],
    ['with a size that cannot be read', { length: 'x', width: '2', height: '3' }, ['length invalid_length']],
    ['a tube with a height left from another format', { packaging: 'tube', length: '80', width: '7', height: 'x' }, []],
    ['a tube without a size', { packaging: 'tube' }, ['length required', 'width required']],
    ['a postage value that is not money', { service: 'frank_pay', amount: 'x' }, ['amount invalid_amount']],
    [
      'a parcel abroad without name and contents, both at once',
      { to: { ...address, name: '', country: 'FR', postal_code: '75011' }, packaging: 'parcel' },
      ['to.name name_or_company_required', 'customs.contents_items.0.description required'],
    ],
    ['a long reference', { reference: 'x'.repeat(21) }, ['reference too_long']],
    [
      'an address without a name, street and place',
      { to: emptyShippingForm('2026-11-21').to },
      ['to.address1 required', 'to.city required', 'to.postal_code required', 'to.name name_or_company_required'],
    ],
  ])('%s', (_case, change, problems) => {
    const parsed = shippingFormSchema.safeParse({ ...form, ...change }, { reportInput: true })
    const found = fieldErrorsOf(parsed.error?.issues ?? []).map(({ field, code }) => `${field} ${code}`)
    expect(found).toEqual(expect.arrayContaining(problems))
    if (problems.length === 0) expect(found).toEqual([])
  })
})
