import type { ClientFrame } from '@postroom/contract/hub-wire'
import { tokenBucket } from '../../token-bucket.ts'

/** Not yet answered. */
const FRAMES_WAITING_MAX = 256
/** A device with fifty jobs has a few hundred news and answers in its first moment, and then those of its printers. */
const MESSAGES_AT_ONCE = 200
const MESSAGES_PER_S = 50
/** Who waits when he is told to is refused at most 64 frames a second. */
const REFUSALS_AT_ONCE = 1_000
const REFUSALS_PER_S = 100

/** How much one client may send to the hub. */
interface FrameGate {
  /** `refused` may come again in a second; `sent_away` has been told so too often. */
  verdict(frame: ClientFrame): 'let_in' | 'refused' | 'sent_away'
  /** A frame that was let in is answered. */
  answered(): void
}

/**
 * Messages keep their order: after one that was refused no later one is let in before it has come again.
 * @param clock milliseconds
 */
export function frameGate(clock: () => number): FrameGate {
  const message = tokenBucket(MESSAGES_AT_ONCE, MESSAGES_PER_S, clock)
  const refusal = tokenBucket(REFUSALS_AT_ONCE, REFUSALS_PER_S, clock)
  let waiting = 0
  let firstRefused: number | undefined

  function mayEnter(frame: ClientFrame): boolean {
    if (waiting >= FRAMES_WAITING_MAX) return false
    if (!('pub' in frame)) return true
    return (firstRefused === undefined || frame.n <= firstRefused) && message()
  }

  return {
    verdict: (frame) => {
      const enters = mayEnter(frame)
      if ('pub' in frame && !enters) firstRefused = Math.min(frame.n, firstRefused ?? frame.n)
      if ('pub' in frame && enters && frame.n === firstRefused) firstRefused = undefined
      if (enters) waiting++
      else if ('auth' in frame || !refusal()) return 'sent_away' // a grant has no number to be refused under
      return enters ? 'let_in' : 'refused'
    },
    answered: () => void waiting--,
  }
}
