import { expect, test } from 'vitest'
import { correctionOf } from './address-correction.ts'

const given = { address1: '17 Chalcot Road', city: 'london', postal_code: 'nw18lh' }
const better = { ...given, postal_code: 'NW1 8LH' }
const best = { ...better, city: 'London' }

test.each([
  ['not found', given, false, false, 'unverified', []],
  ['found unchanged', given, false, true, 'verified', []],
  [
    'found with other spelling',
    best,
    false,
    true,
    'corrected',
    ['city: london → London', 'postal_code: nw18lh → NW1 8LH'],
  ],
  ['only corrected', better, false, false, 'corrected', ['postal_code: nw18lh → NW1 8LH']],
  ['wrong', given, true, false, 'invalid', []],
  ['corrected, but with a problem', better, true, false, 'invalid', ['postal_code: nw18lh → NW1 8LH']],
  ['found, but with a problem', given, true, true, 'invalid', []],
] as const)('an address: %s', (_case, corrected, hasProblems, isFound, status, changes) => {
  const correction = correctionOf(given, corrected, { hasProblems, isFound })
  expect(correction.status).toBe(status)
  expect(correction.changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`)).toEqual(changes)
})
