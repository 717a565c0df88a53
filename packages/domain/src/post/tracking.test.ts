import { expect, test } from 'vitest'
import { itemsOnTheirWay, trackingPageOf, type TrackingCode } from './tracking.ts'

type Reported = [item_number: string, code: TrackingCode]

const at = new Date('2026-11-20T10:00:00Z')

test.each<[string, string[], Reported[], string[]]>([
  // case,                         items,      events,                                     on their way
  ['nothing', ['A'], [], ['A']],
  ['an item out for delivery', ['A'], [['A', 'out_for_delivery']], ['A']],
  ['an item after a delivery attempt', ['A'], [['A', 'attempted']], ['A']],
  [
    'a delivered item',
    ['A'],
    [
      ['A', 'in_transit'],
      ['A', 'delivered'],
    ],
    [],
  ],
  ['a returned item', ['A'], [['A', 'returned']], []],
  [
    'one final item of two',
    ['A', 'B'],
    [
      ['A', 'delivered'],
      ['B', 'in_transit'],
    ],
    ['B'],
  ],
  [
    'two final items of two',
    ['A', 'B'],
    [
      ['A', 'delivered'],
      ['B', 'lost'],
    ],
    [],
  ],
  ['an item of another shipment', ['A'], [['B', 'delivered']], ['A']],
  ['no items', [], [], []],
])('%s', (_what, items, reported, expected) => {
  const events = reported.map(([item_number, code]) => ({ item_number, code, at }))
  expect(itemsOnTheirWay(items, events).map(({ item_number }) => item_number)).toEqual(expected)
})

test('an item on its way has its newest event, in whatever order they are reported', () => {
  const later = new Date('2026-11-20T12:00:00Z')
  const events = [at, later, at].map((time) => ({ item_number: 'A', code: 'in_transit' as const, at: time }))
  expect(itemsOnTheirWay(['A', 'B'], events)).toEqual([
    { item_number: 'A', newest: { code: 'in_transit', at: later } },
    { item_number: 'B' },
  ])
})

test('the page of an item has its number', () =>
  expect(trackingPageOf('RN 1/2')).toMatch(/^https:\/\/www\.royalmail\.com\/.*\/RN%201%2F2$/))
