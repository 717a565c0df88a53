import { PRICE_LISTS } from '@postroom/domain/tariffs/price-lists'
import { expect, it } from 'vitest'
import { channelOf } from './tariff-channel.ts'

it.each(PRICE_LISTS)('$id is a list of the channel $channel', (list) => expect(channelOf(list)).toBe(list.channel))
