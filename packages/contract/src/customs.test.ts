import { expect, test } from 'vitest'
import { customsSchema } from './customs.ts'

const line = (change: object) => ({ contents_items: [{ ...SCARF, ...change }] })
const SCARF = { description: 'Woollen scarf', quantity: 1, weight: { value: 300 }, value: 40_00 }

test('registered numbers are stored without punctuation', () => {
  const customs = customsSchema.parse({ ...line({ hs_code: '6117.10 00' }), company_EORI_number: 'gb 123456789000' })
  expect(customs.contents_items[0]?.hs_code).toBe('61171000')
  expect(customs.company_EORI_number).toBe('GB123456789000')
})

test.each([
  ['im 372 000 0224', 'IM3720000224'],
  ['IM3720000224', 'IM3720000224'],
  ['Imp-2044', 'Imp-2044'],
  ['VOEC 2024567', 'VOEC 2024567'],
])('the reference %j is stored as %j', (customs_refnum_importer, kept) =>
  expect(customsSchema.parse({ customs_refnum_importer }).customs_refnum_importer).toBe(kept),
)

test('an empty declaration is a gift in pounds without items (spec §3)', () => {
  expect(customsSchema.parse({})).toMatchObject({ currency: 'GBP', contents_type: 'G', contents_items: [] })
})

test.each([
  ['dollars', { currency: 'USD' }],
  ['an unknown contents type', { contents_type: 'X' }],
  ['half a penny', line({ value: 0.5 })],
  ['a quantity of 0', line({ quantity: 0 })],
  ['no weight', line({ weight: { value: 0 } })],
  ['no description', line({ description: ' ' })],
  ['a line break in a description', line({ description: 'Scarf\nBT /F1 12 Tf' })],
  ['a mark that reverses the direction of writing', line({ sku: 'A\u202e1' })],
  ['21 customs items', { contents_items: Array.from({ length: 21 }, () => SCARF) }],
])('rejects %s', (_case, customs) => {
  expect(customsSchema.safeParse(customs).success).toBe(false)
})
