import { expect, test } from 'vitest'
import { ukDateOf } from '../calendar.ts'
import { priceListFor } from './price-list.ts'
import { CHANNELS } from './channels.ts'
import { PRICE_LISTS } from './lists/price-lists.ts'

test.each([
  // channel        at this instant          the list in force           its rows
  ['online', '2026-04-06T22:59:59Z', 'online-none', 0],
  ['online', '2026-04-06T23:00:00Z', 'online-2026-04-07', 964],
  ['online', '2026-04-07T22:59:59Z', 'online-2026-04-07', 964],
  ['franking', '2026-04-06T22:59:59Z', 'franking-none', 0],
  ['franking', '2026-04-06T23:00:00Z', 'franking-2026-04-07', 16],
  ['post_office', '2025-10-05T22:59:59Z', 'post-office-none', 0],
  ['post_office', '2025-10-05T23:00:00Z', 'post-office-2025-10-06', 625],
  ['post_office', '2026-04-06T22:59:59Z', 'post-office-2025-10-06', 625],
  ['post_office', '2026-04-06T23:00:00Z', 'post-office-2026-04-07', 747],
] as const)('%s at %s: %s with %i rows', (channel, instant, id, rows) => {
  const list = priceListFor(channel, ukDateOf(new Date(instant)))
  expect([list.id, list.channel, list.rows.length]).toEqual([id, channel, rows])
})

test('the lists of a channel are ordered by day, and the id of a list is its channel and day', () => {
  for (const channel of CHANNELS) {
    const days = PRICE_LISTS.filter((list) => list.channel === channel).map(({ effective_from }) => effective_from)
    expect(days).toEqual([...new Set(days)].toSorted())
  }
  for (const { id, channel, effective_from } of PRICE_LISTS)
    expect(id).toBe(`${channel.replace('_', '-')}-${effective_from}`)
})

test.each([
  ['online', '2026-04-07', '1', undefined],
  ['online', '2026-04-07', 'frank_pay', undefined],
  ['online', '2026-04-07', '1PP', 'No source gives a price for this service in this price list.'],
  ['online', '2026-04-07', 'SD9AM', 'No source gives a price for this service in this price list.'],
  [
    'franking',
    '2026-04-07',
    'SD',
    'Only the online price of this service is known, which is not a price of this list.',
  ],
  ['franking', '2026-04-07', '1', 'Prices are published only for a letter to 100 g and a large letter to 500 g.'],
  ['post_office', '2025-10-06', 'ITH', 'No source gives a price for this service in this price list.'],
] as const)('%s %s: why %s has no price: %s', (channel, day, service, reason) => {
  expect(priceListFor(channel, day).unpublished[service]).toBe(reason)
})

test('a service without any price has a reason in every list', () => {
  for (const list of PRICE_LISTS) {
    const priced = new Set(list.rows.map(({ service }) => service))
    const silent = (['1PP', '2PP', 'SD', 'SD9AM', 'TR24', 'IE', 'ITH'] as const).filter(
      (service) => !priced.has(service) && !list.unpublished[service],
    )
    expect([list.id, silent]).toEqual([list.id, []])
  }
})
