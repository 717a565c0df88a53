import { customsSchema } from '@postroom/contract/customs'
import { expect, it } from 'vitest'
import { declarationOf, emptyCustoms, emptyCustomsItem, isDeclared, totalsOf } from './customs-form.ts'

const item = {
  ...emptyCustomsItem(),
  description: ' Hardback book ',
  weight: '450',
  value: '12,50',
  hs_code: '4901 99',
}
const customs = { ...emptyCustoms(), contents_items: [{ ...item, quantity: '2' }, item] }

it('a declaration goes to the server in the words of the contract: units as typed, money in pence', () => {
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
])('is not complete without %s', (_field, change) =>
  expect(declarationOf({ ...customs, contents_items: [{ ...item, ...change }] })).toBeUndefined(),
)

it('adds up what can be read', () => {
  expect(totalsOf(customs)).toEqual({ pieces: 3, weight: 1350, value: 3750 })
  expect(totalsOf({ ...customs, contents_items: [item, emptyCustomsItem()] })).toEqual({
    pieces: 2,
    weight: 450,
    value: 1250,
  })
})

it.each([
  ['a parcel to France', 'FR', 'parcel', false, true],
  ['a tube to the United States', 'US', 'tube', false, true],
  ['a parcel to Jersey', 'JE', 'small_parcel', true, false],
  ['a letter to France', 'FR', 'letter', false, false],
  ['a large letter with goods to France', 'FR', 'large_letter', true, true],
] as const)('%s: is the content declared?', (_case, country, packaging, has_goods, declared) =>
  expect(isDeclared({ country, packaging, has_goods })).toBe(declared),
)
