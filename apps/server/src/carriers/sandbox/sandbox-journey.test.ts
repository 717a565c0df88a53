import type { RateQuote } from '@postroom/contract/rate'
import { expect, test } from 'vitest'
import { journeyOf } from './sandbox-journey.ts'

const FRIDAY = '2026-11-20'

/** The serial of a number, modulo twenty, decides its journey. */
const numberOf = (fate: number) => `ZZ${String(fate).padStart(8, '0')}5GB`

function journey(fate: number, to: 'GB' | 'FR', tracking_type: RateQuote['meta_data']['tracking_type'], aim: string) {
  const draft = { shipping_date: FRIDAY, from: { city: 'Cardiff' }, to: { country: to, postal_code: 'NW1 8LH' } }
  const order = { draft, quote: { delivery: { code: aim }, meta_data: { tracking_type } }, labels: 1 }
  return journeyOf(numberOf(fate), order as never)
}

test.each([
  // service,                 to,   tracking,       aim,                fate, last events
  ['delivered the next day', 'GB', 'full', 'next_working_day', 5, 'out_for_delivery 2026-11-21, delivered 2026-11-21'],
  ['on Monday, not Sunday', 'GB', 'full', 'two_to_three_days', 5, 'out_for_delivery 2026-11-23, delivered 2026-11-23'],
  ['delivered at the second try', 'GB', 'full', 'next_working_day', 0, 'attempted 2026-11-21, delivered 2026-11-23'],
  ['not called for', 'GB', 'full', 'next_working_day', 1, 'held_for_collection 2026-11-23, returned 2026-12-10'],
  ['delivered abroad', 'FR', 'full', 'abroad_standard', 5, 'out_for_delivery 2026-11-24, delivered 2026-11-24'],
] as const)('an item %s', (_what, to, tracking, aim, fate, end) => {
  const steps = journey(fate, to, tracking, aim)
  const days = steps.map(({ code, at }) => `${code} ${at.toISOString().slice(0, 10)}`)
  expect(days.slice(-2).join(', ')).toBe(end)
  const times = steps.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test.each([
  ['a confirmed delivery shows its last event only', 'GB', 'confirmation', 5, ['delivered']],
  ['abroad an item leaves the country', 'FR', 'full', 5, ['left_country', 'out_for_delivery', 'delivered']],
  ['may be held at customs', 'FR', 'full', 2, ['left_country', 'held_at_customs', 'out_for_delivery', 'delivered']],
] as const)('%s', (_what, to, tracking, fate, codes) => {
  const steps = journey(fate, to, tracking, to === 'FR' ? 'abroad_standard' : 'next_working_day')
  expect(steps.map(({ code }) => code).slice(-codes.length)).toEqual(codes)
  if (tracking === 'confirmation') expect(steps).toHaveLength(codes.length)
})
