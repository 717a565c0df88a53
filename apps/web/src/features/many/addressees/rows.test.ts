import { expect, it, test } from 'vitest'
import { readRow, rowsOf } from './rows.ts'

const file = {
  name: 'a.csv',
  heads: ['Name', 'Street', 'Notes'],
  lines: [{ number: 7, cells: ['Ines', '11 Lion Yard'] }],
  isCut: false,
}

it('fills the fields that columns are mapped to, and leaves out the others', () => {
  expect(rowsOf(file, ['name', 'address1', undefined])).toEqual([
    { id: '7', number: 7, typed: { name: 'Ines', address1: '11 Lion Yard' } },
  ])
})

const GOOD = { name: 'Ines Calloway', address1: '11 Lion Yard', city: 'Brecon', postal_code: 'ld3 7hl' }
const read = (typed: object) => readRow({ id: '2', number: 2, typed })

test.each([
  ['a whole address', GOOD, []],
  ['a country by its name', { ...GOOD, country: 'Deutschland', postal_code: '10115', city: 'Berlin' }, []],
  ['no name', { ...GOOD, name: '' }, ['name name_or_company_required']],
  ['a company instead', { ...GOOD, name: '', company_name: 'Hafren Books' }, []],
  ['half a postcode', { ...GOOD, postal_code: 'LD3' }, ['postal_code invalid_postcode']],
  ['no town and no street', { ...GOOD, city: '', address1: '' }, ['address1 required', 'city required']],
  ['an unknown country', { ...GOOD, country: 'Narnia' }, ['country invalid_country']],
  ['a long reference', { ...GOOD, reference: 'x'.repeat(21) }, ['reference too_long']],
  [
    'a bad telephone number and e-mail address',
    { ...GOOD, phone1: 'call me', email: 'me' },
    ['phone1 invalid_phone', 'email invalid_email'],
  ],
])('%s', (_what, typed, problems) => {
  const row = read(typed)
  expect(new Set(row.problems.map(({ field, code }) => `${field} ${code}`))).toEqual(new Set(problems))
  expect(row.address === undefined).toBe(problems.some((problem) => !problem.startsWith('reference')))
})
