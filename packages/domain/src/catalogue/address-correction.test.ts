import { expect, test } from 'vitest'
import { correctionOf } from './address-correction.ts'

const given = { address1: '17 Chalcot Road', city: 'london', postal_code: 'nw18lh' }
const better = { ...given, postal_code: 'NW1 8LH' }
const best = { ...better, city: 'London' }

test.each([
  ['nobody knows it', given, false, false, 'unverified', []],
  ['found as it is', given, false, true, 'verified', []],
  [
    'found, and written otherwise',
    best,
    false,
    true,
    'corrected',
    ['city: london → London', 'postal_code: nw18lh → NW1 8LH'],
  ],
  ['only tidied', better, false, false, 'corrected', ['postal_code: nw18lh → NW1 8LH']],
  ['wrong', given, true, false, 'invalid', []],
  ['wrong although tidied', better, true, false, 'invalid', ['postal_code: nw18lh → NW1 8LH']],
  ['wrong although found', given, true, true, 'invalid', []],
] as const)('an address: %s', (_case, corrected, hasProblems, isFound, status, changes) => {
  const correction = correctionOf(given, corrected, { hasProblems, isFound })
  expect(correction.status).toBe(status)
  expect(correction.changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`)).toEqual(changes)
})
