/** The ways of paying, each with its own price lists: prepaid online, at the counter, by franking machine. */
export const CHANNELS = ['online', 'post_office', 'franking'] as const
export type Channel = (typeof CHANNELS)[number]

/** The channel of a price list, taken from its id: `post-office-2026-04-07`. */
export const channelOf = ({ id }: { id: string }): Channel =>
  CHANNELS.find((channel) => id.startsWith(channel.replace('_', '-'))) ?? 'online'
