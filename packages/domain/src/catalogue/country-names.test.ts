import { expect, test } from 'vitest'
import { countryNamed, namesOfCountry } from './country-names.ts'
import { COUNTRIES } from './country-table.ts'

test.each([
  ['United Kingdom', 'GB'],
  ['UK', 'GB'],
  ['U.K.', 'GB'],
  ['England', 'GB'],
  ['Great Britain', 'GB'],
  ['Cymru', undefined],
  ['Royaume-Uni', 'GB'],
  ['USA', 'US'],
  ['U.S.A.', 'US'],
  ['United States', 'US'],
  ['États-Unis', 'US'],
  ['etats unis', 'US'],
  ['Deutschland', 'DE'],
  ['ALLEMAGNE', 'DE'],
  ['Holland', 'NL'],
  ['Nederland', 'NL'],
  ['Pays-Bas', 'NL'],
  ['España', 'ES'],
  ['Espana', 'ES'],
  ['Österreich', 'AT'],
  ['Éire', 'IE'],
  ['Republic of Ireland', 'IE'],
  ['Suisse', 'CH'],
  ['Svizzera', 'CH'],
  ['Polska', 'PL'],
  ['Ελλάδα', 'GR'],
  ['Côte d’Ivoire', 'CI'],
  ["Cote d'Ivoire", 'CI'],
  ['Jersey', 'JE'],
  ['fr', 'FR'],
  ['Kongo', undefined],
  ['Frnce', undefined],
  ['', undefined],
])('%o names %s', (name, code) => {
  expect(countryNamed(name)).toBe(code)
})

test('every country is found by its code and its English name', () => {
  for (const { code, name } of COUNTRIES) expect([countryNamed(code), countryNamed(name)], name).toEqual([code, code])
})

test('a country has its names folded, each once, and what is no country has none', () => {
  expect(namesOfCountry('CZ')).toEqual(expect.arrayContaining(['czechia', 'cesko', 'tschechien']))
  expect(new Set(namesOfCountry('FR')).size).toBe(namesOfCountry('FR').length)
  expect(namesOfCountry('XX')).toEqual([])
})
