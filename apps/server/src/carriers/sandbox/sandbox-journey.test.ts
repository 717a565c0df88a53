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
  [
    'delivered at the second try too',
    'GB',
    'full',
    'next_working_day',
    20,
    'attempted 2026-11-21, delivered 2026-11-23',
  ],
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
  ['and so may another', 'FR', 'full', 3, ['left_country', 'held_at_customs', 'out_for_delivery', 'delivered']],
  ['but most are not', 'FR', 'full', 4, ['left_country', 'out_for_delivery', 'delivered']],
  ['what happened at the door is shown', 'GB', 'confirmation', 1, ['attempted', 'held_for_collection', 'returned']],
] as const)('%s', (_what, to, tracking, fate, codes) => {
  const steps = journey(fate, to, tracking, to === 'FR' ? 'abroad_standard' : 'next_working_day')
  expect(steps.map(({ code }) => code).slice(-codes.length)).toEqual(codes)
  if (tracking === 'confirmation') expect(steps).toHaveLength(codes.length)
})

test('each event has its time and its place', () => {
  const seen = journey(2, 'FR', 'full', 'abroad_economy').map(({ at, place, description }) =>
    [at.toISOString().slice(0, 16), place, description].join(' | '),
  )
  expect(seen).toEqual([
    '2026-11-20T17:30 | Cardiff | Collected from the sender',
    '2026-11-20T20:10 | Cardiff Mail Centre | Accepted at the mail centre',
    '2026-11-20T23:40 | National Distribution Centre | Sorted',
    '2026-11-21T06:20 | Heathrow Worldwide Distribution Centre | Left the UK',
    '2026-11-22T10:45 | FR | Waiting for customs',
    '2026-12-02T08:05 | FR | Out for delivery',
    '2026-12-02T11:20 | FR | Delivered',
  ])
  const [at] = journey(1, 'GB', 'confirmation', 'next_working_day')
  expect(at).toMatchObject({ place: 'NW1 Delivery Office', description: 'Nobody was there to take it' })
})
