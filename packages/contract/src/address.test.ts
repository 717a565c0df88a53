import { COUNTRIES } from '@postroom/domain/catalogue/country-table'
import { describe, expect, it, test } from 'vitest'
import { normaliseAddress, postalAddressSchema } from './address.ts'
import { fieldErrorsOf } from './field-errors.ts'
import { needsPostalCode } from './postal-code.ts'

const ADDRESS = { name: 'Idris Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }

/** The errors of the address after a change, as `field: code`. */
function problems(change: Record<string, unknown>): string[] {
  const parsed = postalAddressSchema.safeParse({ ...ADDRESS, ...change }, { reportInput: true })
  return parsed.success ? [] : fieldErrorsOf(parsed.error.issues).map(({ field, code }) => `${field}: ${code}`)
}

/** The stored form of the postal code. */
const kept = (country: string, postal_code: string) =>
  normaliseAddress(postalAddressSchema.parse({ ...ADDRESS, country, postal_code })).postal_code

describe('a postal code', () => {
  test.each([
    ['GB', 'nw1 8lh', 'NW1 8LH'],
    ['GB', 'bf13aa', 'BF1 3AA'],
    ['JE', 'je2 4ue', 'JE2 4UE'],
    ['GG', 'GY1 1AA', 'GY1 1AA'],
    ['IM', 'IM99 1AA', 'IM99 1AA'],
    ['FR', '75001', '75001'],
    ['NL', '1012  ab', '1012 AB'],
    ['IE', 'd02 af30', 'D02 AF30'],
    ['US', '10001-1234', '10001-1234'],
    ['IN', '110 001', '110001'],
    ['JP', '1000001', '100-0001'],
    ['AZ', 'az 1000', 'AZ 1000'],
    ['NI', '11001', '11001'],
    ['SO', 'JH 09010', 'JH 09010'],
    ['SO', '', ''],
    ['PA', '', ''],
    ['TZ', '', ''],
    ['HK', '', ''],
    ['AE', '', ''],
    ['LB', '', ''],
    ['HK', 'any thing', 'ANY THING'],
  ])('of %s, %j, is stored as %j', (country, typed, written) => {
    expect(kept(country, typed)).toBe(written)
  })

  test.each([
    ['GB', 'BFPO 58', 'bfpo_number'],
    ['GB', 'NOT A CODE', 'invalid_postcode'],
    ['GB', '', 'required'],
    ['GB', 'JE2 4UE', 'postcode_elsewhere'],
    ['GB', 'GY1 1AA', 'postcode_elsewhere'],
    ['GB', 'IM1 1AA', 'postcode_elsewhere'],
    ['JE', 'NW1 8LH', 'postcode_elsewhere'],
    ['JE', 'GY1 1AA', 'postcode_elsewhere'],
    ['GG', 'JE2 4UE', 'postcode_elsewhere'],
    ['IM', '', 'required'],
    ['FR', '', 'required'],
    ['FR', '7500', 'invalid_postal_code'],
    ['FR', 'NW1 8LH', 'invalid_postal_code'],
    ['US', '1234', 'invalid_postal_code'],
    ['JP', '100000', 'invalid_postal_code'],
    ['HK', 'x'.repeat(16), 'too_long'],
  ])('of %s, %j, is rejected with %s', (country, postal_code, code) => {
    expect(problems({ country, postal_code })).toEqual([`postal_code: ${code}`])
  })

  it('is required in most countries, and each of them has a known format', () => {
    const without = COUNTRIES.filter(({ code }) => !needsPostalCode(code))
    expect(without.map(({ code }) => code)).toEqual(expect.arrayContaining(['HK', 'AE', 'QA', 'GH']))
    expect(without.length).toBeLessThan(COUNTRIES.length / 2)
    for (const { code } of COUNTRIES) expect(problems({ country: code, postal_code: '@' }).length, code).toBeLessThan(2)
  })

  it('is checked even when other fields are missing', () => {
    expect(problems({ city: undefined, postal_code: 'X' })).toEqual(['city: required', 'postal_code: invalid_postcode'])
  })
})

test.each<[string, Record<string, unknown>, string[]]>([
  ['an unknown country', { country: 'ZZ', postal_code: '1' }, ['country: invalid_country']],
  ['a country in lower case', { country: 'gb' }, ['country: invalid_country']],
  ['neither name nor company', { name: ' ' }, ['name: name_or_company_required']],
  ['a company alone', { name: '', company_name: 'Llewellyn Bindery Ltd' }, []],
  ['a line break in a line', { address1: '17 Chalcot Road\nLondon' }, ['address1: character_not_printable']],
  ['a line break around a line', { address1: '17 Chalcot Road\r\n' }, []],
  ['a tab', { city: 'Lon\tdon' }, ['city: character_not_printable']],
  ['a zero byte', { name: 'Idris\u0000' }, ['name: character_not_printable']],
  ['half a surrogate pair', { name: 'Idris\ud800' }, ['name: character_not_printable']],
  [
    'a mark that reverses the direction of writing',
    { name: 'Idris \u202eekorbmeP' },
    ['name: character_not_printable'],
  ],
  ['isolates of direction', { address2: 'Flat \u20661\u2069' }, ['address2: character_not_printable']],
  ['accents', { name: 'Siân Ŵyn Łukasz' }, []],
  ['an invalid e-mail address', { email: 'idris' }, ['email: invalid_email']],
  ['an e-mail address', { email: 'idris@example.com' }, []],
])('%s', (_case, change, expected) => {
  expect(problems(change)).toEqual(expected)
})

test.each([
  ['', true],
  ['020 7946 0018', true],
  ['+44 (0)20 7946.0018', true],
  ['01234/567890', true],
  ['123456', false],
  ['1234567', true],
  ['123456789012345', true],
  ['1234567890123456', false],
  ['020 7946 0018 ext 4', false],
  ['call me', false],
])('telephone %j: %s', (phone1, isRight) => {
  expect(problems({ phone1 })).toEqual(isRight ? [] : ['phone1: invalid_phone'])
})
