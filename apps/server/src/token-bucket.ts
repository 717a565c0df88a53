/**
 * Lets a burst of `atOnce` through, then `perSecond` each second.
 * @param clock milliseconds
 */
export function tokenBucket(atOnce: number, perSecond: number, clock: () => number): () => boolean {
  let left = atOnce
  let at = clock()
  return () => {
    const now = clock()
    left = Math.min(atOnce, left + ((now - at) / 1000) * perSecond)
    at = now
    if (left < 1) return false
    left--
    return true
  }
}
