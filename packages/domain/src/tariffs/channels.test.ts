import { expect, it } from 'vitest'
import { channelOf } from './channels.ts'
import { PRICE_LISTS } from './lists/price-lists.ts'

it.each(PRICE_LISTS)('$id is a list of the channel $channel', (list) => expect(channelOf(list)).toBe(list.channel))

it('a list whose id names no channel is one of prices online', () =>
  expect(channelOf({ id: 'own-2026' })).toBe('online'))
