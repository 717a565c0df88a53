import { describe, expect, it } from 'vitest'
import { counterpartOf, packagingFor } from './destination.ts'

describe('offers the formats of the destination', () => {
  it.each([
    ['GB', ['letter', 'large_letter', 'small_parcel', 'medium_parcel', 'tube']],
    ['JE', ['letter', 'large_letter', 'small_parcel', 'medium_parcel', 'tube']],
    ['FR', ['letter', 'large_letter', 'parcel', 'parcel_heavy', 'tube']],
  ])('to %s', (country, codes) => expect(packagingFor(country).map(({ code }) => code)).toEqual(codes))

  it.each([
    ['small_parcel', 'FR', 'parcel'],
    ['medium_parcel', 'US', 'parcel_heavy'],
    ['parcel', 'GB', 'small_parcel'],
    ['parcel_heavy', 'IM', 'medium_parcel'],
    ['parcel', 'US', 'parcel'],
    ['tube', 'FR', 'tube'],
    ['letter', 'FR', 'letter'],
  ] as const)('a %s to %s is a %s', (packaging, country, same) => expect(counterpartOf(packaging, country)).toBe(same))
})
