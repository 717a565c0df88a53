import { expect, test } from 'vitest'
import { isTrackedToTheEnd, type TrackingCode } from './tracking.ts'

type Told = [item_number: string, code: TrackingCode]

test.each<[string, string[], Told[], boolean]>([
  // told of,                      items,      events,                                     at an end
  ['nothing', ['A'], [], false],
  ['an item on its way', ['A'], [['A', 'out_for_delivery']], false],
  ['an item nobody opened to', ['A'], [['A', 'attempted']], false],
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
    'one of two',
    ['A', 'B'],
    [
      ['A', 'delivered'],
      ['B', 'in_transit'],
    ],
    false,
  ],
  [
    'two of two',
    ['A', 'B'],
    [
      ['A', 'delivered'],
      ['B', 'lost'],
    ],
    true,
  ],
  ['an item of somebody else', ['A'], [['B', 'delivered']], false],
  ['no item at all', [], [], false],
])('of %s', (_what, items, told, expected) => {
  const events = told.map(([item_number, code]) => ({ item_number, code }))
  expect(isTrackedToTheEnd(items, events)).toBe(expected)
})
