import { expect, test } from 'vitest'
import { isForcesAddress, placeCodeOf } from './places.ts'

test.each([
  ['GB', 'NW1 8LH', 'GB'],
  ['GB', 'bf1 3aa', 'BFPO'],
  ['GB', 'BF13AA', 'BFPO'],
  ['GB', 'BT9 5EE', 'GB-NIR'],
  ['GB', 'EH1 1YZ', 'GB-SCT'],
  ['GB', 'G2 3BZ', 'GB-SCT'],
  ['GB', 'GL1 1AA', 'GB'],
  ['GB', 'B1 1AA', 'GB'],
  ['GB', 'ZE1 0AA', 'GB-SCT'],
  ['GB', '', 'GB'],
  ['JE', 'JE2 4UE', 'JE'],
  ['FR', 'BF1 3AA', 'FR'],
])('%s %s is %s', (country, postal_code, code) => {
  expect(placeCodeOf({ country, postal_code })).toBe(code)
  expect(isForcesAddress({ country, postal_code })).toBe(code === 'BFPO')
})
