import type { ClientFrame } from '@postroom/contract/hub-wire'
import { tokenBucket } from '../../token-bucket.ts'

/** Not yet answered. */
const FRAMES_WAITING_MAX = 256
/** A device with fifty jobs sends a few hundred reports and answers at once when it connects, and then those of its printers. */
const MESSAGES_AT_ONCE = 200
const MESSAGES_PER_S = 50
/** A client that waits when asked to is refused at most 64 frames a second. */
const REFUSALS_AT_ONCE = 1_000
const REFUSALS_PER_S = 100

/** Limits how much one client sends to the hub. */
interface FrameGate {
  /** `refused`: send it again in a second. `sent_away`: refused too often; the connection is closed. */
  verdict(frame: ClientFrame): 'let_in' | 'refused' | 'sent_away'
  /** Call it when an accepted frame has been answered. */
  answered(): void
}

/**
 * Messages keep their order: once one is refused, later ones are refused until it was sent again.
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
