import { expect, it } from 'vitest'
import { refuseLateVoid, voidCreditedBy, voidDeadline } from './void-terms.ts'

it.each([
  ['on the day', '2026-11-20', '2026-11-20', undefined],
  ['on the fourteenth day after', '2026-11-20', '2026-12-04', undefined],
  ['on the fifteenth', '2026-11-20', '2026-12-05', '2026-12-04'],
  ['400 days later', '2026-11-20', '2027-12-25', '2026-12-04'],
  ['before a later posting day', '2026-12-20', '2026-11-20', undefined],
])('%s', (_when, posting, today, deadline) => {
  expect(refuseLateVoid(posting, today)?.refusal.details['deadline']).toBe(deadline)
})

it('may be voided until the fourteenth day after the posting day', () => {
  expect(voidDeadline('2026-11-23')).toBe('2026-12-07')
  expect(refuseLateVoid('2026-11-23', voidDeadline('2026-11-23'))).toBeUndefined()
})

it('is credited within 21 days of the request', () => {
  expect(voidCreditedBy('2026-11-23')).toBe('2026-12-14')
})
