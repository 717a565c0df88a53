import { expect, it } from 'vitest'
import { buyerOf } from './buyer.ts'

const name = 'Royal Mail'
const billing = {
  name: 'Idris Pembroke',
  company_name: 'Kilns & Co',
  address1: '1 Mill Road',
  address2: 'Unit 4',
  address3: '',
  city: 'Bath',
  state_province: '',
  postal_code: 'BA1 1AA',
  country: 'GB',
}

it.each([
  ['without a billing address', null, { name, address: [] }],
  [
    'in the country',
    billing,
    { name: 'Idris Pembroke', address: ['Kilns & Co', '1 Mill Road', 'Unit 4', 'BATH', 'BA1\u{A0}1AA'] },
  ],
  [
    'abroad',
    { ...billing, country: 'FR' },
    { name: 'Idris Pembroke', address: ['Kilns & Co', '1 Mill Road', 'Unit 4', 'BA1\u{A0}1AA BATH', 'FRANCE'] },
  ],
])('a buyer %s', (_where, given, buyer) => {
  expect(buyerOf({ name, billing: given as never })).toEqual(buyer)
})
