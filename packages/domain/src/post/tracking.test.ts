import { expect, test } from 'vitest'
import { isTrackedToTheEnd, type TrackingCode } from './tracking.ts'

type Reported = [item_number: string, code: TrackingCode]

test.each<[string, string[], Reported[], boolean]>([
  // case,                         items,      events,                                     final
  ['nothing', ['A'], [], false],
  ['an item out for delivery', ['A'], [['A', 'out_for_delivery']], false],
  ['an item after a delivery attempt', ['A'], [['A', 'attempted']], false],
  [
    'a delivered item',
    ['A'],
    [
      ['A', 'in_transit'],
      ['A', 'delivered'],
    ],
    true,
  ],
  ['a returned item', ['A'], [['A', 'returned']], true],
  [
    'one final item of two',
    ['A', 'B'],
    [
      ['A', 'delivered'],
      ['B', 'in_transit'],
    ],
    false,
  ],
  [
    'two final items of two',
    ['A', 'B'],
    [
      ['A', 'delivered'],
      ['B', 'lost'],
    ],
    true,
  ],
  ['an item of another shipment', ['A'], [['B', 'delivered']], false],
  ['no items', [], [], false],
])('%s', (_what, items, reported, expected) => {
  const events = reported.map(([item_number, code]) => ({ item_number, code }))
  expect(isTrackedToTheEnd(items, events)).toBe(expected)
})
