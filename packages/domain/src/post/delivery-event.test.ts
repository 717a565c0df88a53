import { expect, test } from 'vitest'
import { deliveryEventsOf, deliveryStateOf, newestProblemOf, type DeliveryEvent } from './delivery-event.ts'
import type { TrackingCode } from './tracking.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))

test.each<[string, string[], [item: string, code: TrackingCode, day: number][], [DeliveryEvent, number][]]>([
  // case,                     items,      scans,                                         events with their day
  ['nothing yet', ['A'], [], []],
  [
    'the first scan',
    ['A'],
    [
      ['A', 'collected', 2],
      ['A', 'accepted', 3],
    ],
    [['dispatched', 2]],
  ],
  [
    'scans in no order',
    ['A'],
    [
      ['A', 'in_transit', 4],
      ['A', 'accepted', 3],
    ],
    [['dispatched', 3]],
  ],
  [
    'a delivered item',
    ['A'],
    [
      ['A', 'accepted', 3],
      ['A', 'delivered', 5],
    ],
    [['delivered', 5]],
  ],
  ['one delivered item of two', ['A', 'B'], [['A', 'delivered', 5]], [['dispatched', 5]]],
  [
    'two delivered items',
    ['A', 'B'],
    [
      ['A', 'delivered', 5],
      ['B', 'delivered', 6],
    ],
    [['delivered', 6]],
  ],
  [
    'an attempt, then delivery',
    ['A'],
    [
      ['A', 'attempted', 4],
      ['A', 'delivered', 5],
    ],
    [['delivered', 5]],
  ],
  [
    'an attempt at one item, delivery of the other',
    ['A', 'B'],
    [
      ['A', 'attempted', 4],
      ['B', 'delivered', 5],
    ],
    [
      ['dispatched', 4],
      ['problem', 4],
    ],
  ],
  [
    'a return',
    ['A'],
    [
      ['A', 'accepted', 3],
      ['A', 'returned', 9],
    ],
    [
      ['dispatched', 3],
      ['problem', 9],
    ],
  ],
  ['an item of another shipment', ['A'], [['B', 'delivered', 5]], []],
  ['a shipment without items', [], [['B', 'delivered', 5]], []],
])('%s', (_what, items, scans, expected) => {
  const found = deliveryEventsOf(
    items,
    scans.map(([item_number, code, day]) => ({ item_number, code, at: at(day) })),
  )
  expect(found).toEqual(expected.map(([event, day]) => ({ event, at: at(day) })))
})

test.each<[string, [code: TrackingCode, day: number][], DeliveryEvent | undefined]>([
  ['no scan', [], undefined],
  ['a scan', [['accepted', 2]], 'dispatched'],
  [
    'a problem as the newest scan',
    [
      ['attempted', 4],
      ['accepted', 2],
    ],
    'problem',
  ],
  [
    'a scan after a problem',
    [
      ['attempted', 4],
      ['out_for_delivery', 5],
    ],
    'dispatched',
  ],
  [
    'delivery after a problem',
    [
      ['attempted', 4],
      ['delivered', 5],
    ],
    'delivered',
  ],
])('the state after %s', (_what, scans, expected) => {
  const found = scans.map(([code, day]) => ({ item_number: 'A', code, at: at(day) }))
  expect(deliveryStateOf(['A'], found)).toBe(expected)
})

test.each<[string, string[], [item: string, code: TrackingCode, day: number][], ReturnType<typeof newestProblemOf>]>([
  // case,                        items,      scans,                                     newest problem
  ['nothing yet', ['A'], [], undefined],
  ['no problem', ['A'], [['A', 'accepted', 3]], undefined],
  [
    'lost after an attempt, in no order',
    ['A'],
    [
      ['A', 'lost', 6],
      ['A', 'attempted', 4],
    ],
    'lost',
  ],
  [
    'a scan after the attempt',
    ['A'],
    [
      ['A', 'attempted', 4],
      ['A', 'in_transit', 5],
    ],
    'attempted',
  ],
  [
    'an attempt at one item, delivery of the other',
    ['A', 'B'],
    [
      ['A', 'attempted', 4],
      ['B', 'delivered', 5],
    ],
    'attempted',
  ],
  [
    'delivery after an attempt',
    ['A'],
    [
      ['A', 'attempted', 4],
      ['A', 'delivered', 5],
    ],
    undefined,
  ],
  ['the item of another shipment', ['A'], [['B', 'lost', 4]], undefined],
])('newest problem: %s', (_case, items, scans, problem) => {
  expect(
    newestProblemOf(
      items,
      scans.map(([item_number, code, day]) => ({ item_number, code, at: at(day) })),
    ),
  ).toBe(problem)
})
