import { expect, it, test } from 'vitest'
import type { PostalAddress } from '@postroom/contract/address'
import type { ReturnOrder } from '../carrier-port.ts'
import { createReturn } from './create-return.ts'

const ADDRESS = { address1: '1 The Street', address2: '', address3: '', city: 'Cardiff', state_province: '' }
const OF_ALL = { ...ADDRESS, postal_code: 'CF10 5AL', country: 'GB', name: '', company_name: '', phone1: '', email: '' }
const asked = (from: Partial<PostalAddress>, to: Partial<PostalAddress> = { company_name: 'Bindery' }) =>
  createReturn('our reference', {
    account_id: 'none',
    service: 'TRP',
    content: { from: { ...OF_ALL, ...from }, to: { ...OF_ALL, ...to } } as ReturnOrder['content'],
  })

it('asks for a label from the addressee to the sender under our reference', () => {
  const from = { name: 'Idris Owen Pembroke', address2: 'Flat 2', address3: 'Rear', state_province: 'South Glamorgan' }
  expect(asked(from)).toEqual({
    service: { serviceCode: 'TRP' },
    shipment: {
      shippingAddress: {
        firstName: 'Idris Owen',
        lastName: 'Pembroke',
        addressLine1: '1 The Street',
        addressLine2: 'Flat 2',
        addressLine3: 'Rear',
        city: 'Cardiff',
        county: 'South Glamorgan',
        postcode: 'CF10 5AL',
        country: 'United Kingdom',
        countryIsoCode: 'GBR',
      },
      returnAddress: {
        firstName: 'Bindery',
        lastName: 'Bindery',
        companyName: 'Bindery',
        addressLine1: '1 The Street',
        city: 'Cardiff',
        postcode: 'CF10 5AL',
        country: 'United Kingdom',
        countryIsoCode: 'GBR',
      },
      customerReference: { reference: 'our reference' },
    },
  })
})

test.each([
  ['GB', 'United Kingdom', 'GBR'],
  ['JE', 'Jersey', 'JEY'],
  ['GG', 'Guernsey', 'GGY'],
  ['IM', 'Isle of Man', 'IMN'],
])('names the country %s', (code, country, countryIsoCode) =>
  expect(asked({ name: 'Ada', country: code }).shipment.shippingAddress).toMatchObject({ country, countryIsoCode }),
)

test.each([
  ['Idris', 'Idris', 'Idris'],
  ['  Mary  Ann   Lee ', 'Mary Ann', 'Lee'],
])('splits the name %j into %j and %j', (name, firstName, lastName) =>
  expect(asked({ name }).shipment.shippingAddress).toMatchObject({ firstName, lastName }),
)

it('asks for no return label abroad', () => {
  expect(() => asked({ name: 'Ada', country: 'FR' })).toThrow('No return service in FR')
})
