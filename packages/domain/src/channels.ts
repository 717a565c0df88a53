/** The ways of paying, each with its own price lists: online and prepaid, at the counter, or by franking machine. */
export const CHANNELS = ['online', 'post_office', 'franking'] as const
export type Channel = (typeof CHANNELS)[number]
