import { describe, expect, test } from 'vitest'
import { codeIn } from './codes.ts'

describe('a form that only one country has, without a country', () => {
  test.each([
    // line                  country  code      rest of the line
    ['K1A 0B1', 'CA', 'K1A 0B1', ''],
    ['D02 AF30 Dublin', 'IE', 'D02 AF30', 'Dublin'],
    ['D6W XY00', 'IE', 'D6W XY00', ''],
    ['1017 AB Amsterdam', 'NL', '1017 AB', 'Amsterdam'],
    ['1100-148 Lisboa', 'PT', '1100-148', 'Lisboa'],
    ['00-950 Warszawa', 'PL', '00-950', 'Warszawa'],
    ['〒100-0001', 'JP', '100-0001', ''],
    ['LV-1010 Rīga', 'LV', 'LV-1010', 'Rīga'],
    ['Rīga, LV-1010', 'LV', 'LV-1010', 'Rīga'],
    ['Rio de Janeiro 20040-020', 'BR', '20040-020', 'Rio de Janeiro'],
  ])('%s is of %s', (line, country, postal_code, text) => {
    expect(codeIn(['Street', line], 'GB', false)).toEqual({ line: 1, isUk: false, country, postal_code, text })
  })
})

describe('a form that several countries have', () => {
  const OF: readonly (readonly [code: string, countries: string])[] = [
    ['120 00', 'CZ SE SK GR'],
    ['110001', 'IN CN SG RU'],
    ['110 001', 'IN'],
    ['10115', 'DE FR ES IT US FI TR MX KR TH MY HR RS UA EE LT SA IL'],
    ['1010', 'AT BE CH DK NO HU LU SI BG CY NZ AU ZA LV PH'],
  ]
  const rows = OF.flatMap(([code, countries]) => countries.split(' ').map((country) => [code, country] as const))

  test.each(rows)('%s before or after a town is a code in %s', (code, country) => {
    const found = { line: 1, isUk: false, postal_code: code, text: 'Town' }
    expect(codeIn(['Street', `${code} Town`], country, true)).toEqual(found)
    expect(codeIn(['Street', `Town ${code}`], country, true)).toEqual(found)
  })

  test.each(OF)('%s is no code where the country has another form', (code) => {
    expect(codeIn(['Street', `${code} Town`], 'NL', true)).toBeUndefined()
  })

  test('without a country it may stand before a town, not after one, where it may be the number of a house', () => {
    expect(codeIn(['Street', '10115 Berlin'], 'GB', false)).toMatchObject({ postal_code: '10115', text: 'Berlin' })
    expect(codeIn(['Street', 'Berlin 10115'], 'GB', false)).toBeUndefined()
  })
})

test.each([
  ['D', 'DE', '10115'],
  ['F', 'FR', '75001'],
  ['A', 'AT', '1010'],
  ['I', 'IT', '00184'],
  ['E', 'ES', '28013'],
  ['B', 'BE', '1000'],
  ['L', 'LU', '1009'],
  ['S', 'SE', '11120'],
  ['N', 'NO', '0151'],
  ['H', 'HU', '1051'],
  ['CH', 'CH', '3000'],
])('%s- before a code is %s', (prefix, country, postal_code) => {
  const found = { line: 0, isUk: false, country, postal_code, text: 'Town' }
  expect(codeIn([`${prefix}-${postal_code} Town`], 'GB', false)).toEqual(found)
  expect(codeIn([`${prefix}– ${postal_code} Town`], 'GB', false)).toEqual(found)
})

test.each([
  ['Brooklyn NY 11216', 'US', 'NY', '11216', 'Brooklyn'],
  ['Brooklyn, N.Y. 11216-1234', 'US', undefined, '11216-1234', undefined],
  ['San Juan, PR. 00901-2345', 'US', 'PR', '00901-2345', 'San Juan'],
  ['Ottawa (on) k1a0b1', 'CA', 'ON', 'K1A0B1', 'Ottawa'],
  ['Sydney NSW 2000', 'AU', 'NSW', '2000', 'Sydney'],
])('in %s, the state stands before a code of %s', (line, country, state, postal_code, text) => {
  const found = codeIn(['Street', line], 'GB', false)
  if (state === undefined) expect(found).toBeUndefined()
  else expect(found).toEqual({ line: 1, isUk: false, country, state, postal_code, text })
})

test.each(['GB', 'JE', 'GG', 'IM'])(
  'a British code is found for %s, and for another country while it is uncertain',
  (country) => {
    const found = { line: 1, isUk: true, postal_code: 'TR26 1HE', text: 'St Ives' }
    expect(codeIn(['Street', 'St Ives TR26 1HE'], country, true)).toEqual(found)
    expect(codeIn(['Street', 'St Ives TR26 1HE'], 'FR', false)).toEqual(found)
    expect(codeIn(['Street', 'St Ives TR26 1HE'], 'FR', true)).toBeUndefined()
  },
)

test('the lowest line counts, and the first of several is no code, because it names the addressee', () => {
  expect(codeIn(['10115 Berlin', '80331 München', 'Germany'], 'DE', true)).toMatchObject({ line: 1 })
  expect(codeIn(['10115 Berlin', 'Germany'], 'DE', true)).toBeUndefined()
  expect(codeIn(['10115 Berlin'], 'DE', true)).toMatchObject({ line: 0 })
})
