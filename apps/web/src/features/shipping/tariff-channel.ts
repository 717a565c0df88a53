import type { RateQuote } from '@postroom/contract/rate'
import { CHANNELS, type Channel } from '@postroom/domain/channels'

/** The channel of a price list, which its id begins with: `post-office-2026-04-07`. */
export const channelOf = ({ id }: Pick<RateQuote['tariff'], 'id'>): Channel =>
  CHANNELS.find((channel) => id.startsWith(channel.replace('_', '-'))) ?? 'online'
