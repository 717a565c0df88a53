const FIRST_MS = 250
const LONGEST_MS = 15_000

/** How long to wait before the next attempt: doubling, bounded, and spread so that not everybody comes back at once. @param random 0 to 1 */
export const retryDelayMs = (attempts: number, random: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts, 10)) * (0.5 + random / 2)
