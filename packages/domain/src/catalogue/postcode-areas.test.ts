import { expect, test } from 'vitest'
import { postcodeAreaOf } from './postcode-areas.ts'

test.each([
  ['AB51 0AA', 'AB', 'Aberdeen', undefined],
  ['nw18lh', 'NW', 'North West London', 'London'],
  ['N1 9GU', 'N', 'North London', 'London'],
  ['SY23 2HT', 'SY', 'Shrewsbury', undefined],
  ['JE2 4UE', 'JE', 'Jersey', 'Jersey'],
  ['GY9 3AA', 'GY', 'Guernsey', 'Guernsey'],
  ['IM1 1AA', 'IM', 'Isle of Man', 'Isle of Man'],
  ['BF1 3AA', 'BF', 'British Forces Post Office', 'BFPO'],
  ['GIR 0AA', 'GIR', 'No place of its own', undefined],
] as const)('%s lies in %s', (postcode, code, name, post_town) => {
  expect(postcodeAreaOf(postcode)).toEqual({ code, name, ...(post_town && { post_town }) })
})

test.each(['AA1 1AA', 'ZZ1 1ZZ', '12345', 'S', ''])('%s is in no area', (postcode) => {
  expect(postcodeAreaOf(postcode)).toBeUndefined()
})
