import { describe, expect, it, test } from 'vitest'
import { countryOptions, findCountries } from './countries.ts'

describe.each([
  ['en-gb', 'Germany', 'Åland Islands', 'Albania'],
  ['fr-fr', 'Allemagne', 'Éthiopie', 'Fidji'],
])('in %s', (language, germany, accented, next) => {
  const options = countryOptions(language)
  const labels = options.map(({ label }) => label)

  it('gives all 250 countries distinct names in that language', () => {
    expect(options).toHaveLength(250)
    expect(new Set(labels).size).toBe(250)
    expect(options.find(({ value }) => value === 'DE')?.label).toBe(germany)
    expect(options.filter(({ value, label }) => value === label)).toEqual([])
  })

  it('lists the United Kingdom first, and sorts accented letters with their base letter', () => {
    expect(options[0]?.value).toBe('GB')
    expect(labels.indexOf(accented)).toBeLessThan(labels.indexOf(next))
    expect(labels.indexOf(accented)).toBeGreaterThan(1)
  })
})

test.each([
  ['en-gb', 'France', 'FR'],
  ['en-gb', 'usa', 'US'],
  ['en-gb', 'Deutschland', 'DE'],
  ['en-gb', 'Holland', 'NL'],
  ['en-gb', 'UK', 'GB'],
  ['en-gb', 'england', 'GB'],
  ['en-gb', 'Allemagne', 'DE'],
  ['en-gb', 'united s', 'US'],
  ['en-gb', 'kingdom', 'GB'],
  ['en-gb', 'cote d', 'CI'],
  ['en-gb', 'aland', 'AX'],
  ['en-gb', 'nl', 'NL'],
  ['fr-fr', 'Germany', 'DE'],
  ['fr-fr', 'etats', 'US'],
  ['fr-fr', 'royaume', 'GB'],
  ['fr-fr', 'Suisse', 'CH'],
])('in %s, %o finds %s first', (language, typed, code) => {
  expect(findCountries(countryOptions(language), typed)[0]?.value).toBe(code)
})

test('nothing typed lists every country, and an unknown name none', () => {
  const options = countryOptions('en-gb')
  expect(findCountries(options, ' ')).toEqual(options)
  expect(findCountries(options, 'Atlantis')).toEqual([])
})
