const FIRST_MS = 250
const LONGEST_MS = 15_000

/** Delay before the next attempt: doubled each time, bounded, and random, so that clients do not reconnect at once. @param random 0 to 1 */
export const retryDelayMs = (attempts: number, random: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** attempts) * (0.5 + random / 2)
