import { describe, expect, it } from 'vitest'
import { countryOptions } from './countries.ts'

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
