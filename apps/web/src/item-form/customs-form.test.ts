import { customsSchema } from '@postroom/contract/customs'
import { expect, it } from 'vitest'
import {
  declarationOf,
  emptyCustoms,
  emptyCustomsItem,
  isDeclared,
  totalsOf,
  type CustomsForm,
} from './customs-form.ts'

const item = {
  ...emptyCustomsItem(),
  description: ' Hardback book ',
  weight: '450',
  value: '12,50',
  hs_code: '4901 99',
}
const customs = { ...emptyCustoms(), contents_items: [{ ...item, quantity: '2' }, item] }

it('sends a declaration that fits the contract: units as typed, money in pence', () => {
  const sent = declarationOf(customs)
  expect(customsSchema.safeParse(sent).data).toEqual(sent)
  expect(sent?.contents_items[0]).toMatchObject({
    description: 'Hardback book',
    quantity: 2,
    weight: { value: 450, units: 'G' },
    value: 1250,
    hs_code: '490199',
  })
})

it.each([
  ['a description', { description: ' ' }],
  ['a quantity', { quantity: '0' }],
  ['a weight', { weight: '' }],
  ['a value', { value: 'x' }],
])('sends no declaration while an item lacks %s', (_field, change) =>
  expect(declarationOf({ ...customs, contents_items: [{ ...item, ...change }] })).toBeUndefined(),
)

it.each<[CustomsForm['contents_type'], Partial<CustomsForm>]>([
  ['G', { contents_description: '', company_EORI_number: 'GB12', customs_refnum_importer: 'IM1' }],
  ['O', { contents_description: 'Loan', company_EORI_number: 'GB12', customs_refnum_importer: 'IM1' }],
  ['D', { contents_description: '', company_EORI_number: '', customs_refnum_importer: '' }],
])('declares only the fields that are shown for contents type %s', (contents_type, shown) => {
  const typed = { contents_description: 'Loan', company_EORI_number: 'GB12', customs_refnum_importer: 'IM1' }
  const full = { ...item, origin_country: 'GB', sku: 'A-1', manufacturer_id: 'M-1' }
  const sent = declarationOf({ ...customs, ...typed, contents_type, contents_items: [full] })
  expect(sent).toMatchObject(shown)
  expect(sent?.contents_items[0]).toMatchObject(
    contents_type === 'D'
      ? { description: 'Hardback book', value: 0, hs_code: '', origin_country: '', sku: '', manufacturer_id: '' }
      : { value: 1250, hs_code: '490199', origin_country: 'GB', sku: 'A-1', manufacturer_id: 'M-1' },
  )
})

it('totals the fields that can be read', () => {
  expect(totalsOf(customs)).toEqual({ pieces: 3, weight: 1350, value: 3750 })
  expect(totalsOf({ ...customs, contents_items: [item, emptyCustomsItem()] })).toEqual({
    pieces: 2,
    weight: 450,
    value: 1250,
  })
  const badges = { ...item, quantity: '100', weight: '2.5' }
  expect(totalsOf({ ...customs, contents_items: [badges] }).weight).toBe(250)
})

it.each([
  ['a parcel to France', 'FR', 'parcel', false, true],
  ['a tube to the United States', 'US', 'tube', false, true],
  ['a parcel to Jersey, which has customs of its own', 'JE', 'small_parcel', false, true],
  ['a parcel to the Isle of Man', 'IM', 'small_parcel', true, false],
  ['a letter to France', 'FR', 'letter', false, false],
  ['a large letter with goods to France', 'FR', 'large_letter', true, true],
] as const)('%s: are the contents declared?', (_case, country, packaging, has_goods, declared) =>
  expect(isDeclared({ country, packaging, has_goods })).toBe(declared),
)

it('asks for the contents with a BFPO postcode', () => {
  const parcel = { country: 'GB', packaging: 'small_parcel', has_goods: false } as const
  expect(isDeclared({ ...parcel, postal_code: 'BF1 3AA' })).toBe(true)
  expect(isDeclared({ ...parcel, postal_code: 'NW1 8LH' })).toBe(false)
})
