import { expect, test } from 'vitest'
import { internationalPhone } from './international-phone.ts'

test.each([
  ['020 7946 0018', 'GB', '+44 20 7946 0018'],
  ['(020) 7946-0018', 'GB', '+44 20 7946 0018'],
  ['01 42 68 53 00', 'FR', '+33 1 42 68 53 00'],
  ['+33 1 42 68 53 00', 'GB', '+33 1 42 68 53 00'],
  ['+33 1 42 68 53 00', 'XX', '+33 1 42 68 53 00'],
  ['01 42 68 53 00', 'XX', undefined],
  ['020 7946', 'GB', undefined],
  ['call 020 7946 0018', 'GB', undefined],
  ['020 7946 0018 or later', 'GB', undefined],
  ['020 7946 0018 ext. 12', 'GB', undefined],
  ['', 'GB', undefined],
])('%j in %s is %s', (typed, country, expected) => expect(internationalPhone(typed, country)).toBe(expected))
