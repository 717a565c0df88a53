import type { Log } from '../log.ts'

interface Repetition {
  log: Log
  /** Logged with the error of a run that failed. */
  failure: string
}

/** Work that is repeated until it is stopped. */
export interface Repeater {
  /** Starts the next run now, or as soon as the run in flight has ended. */
  wake: () => void
  /** Starts no further run. Resolves when the run in flight has ended. */
  stop: () => Promise<void>
}

/**
 * Runs `work` now, and again `everyMs` after each run has ended: never two runs at once. A run that fails is logged and
 * followed by the next.
 *
 * @param work gets a signal that is aborted by `stop()`, for runs that can end early
 */
export function repeatEvery(
  everyMs: number,
  work: (stopping: AbortSignal) => Promise<void>,
  { log, failure }: Repetition,
): Repeater {
  const stopping = new AbortController()
  let awake = Promise.withResolvers<void>()
  const running = repeat()

  async function repeat(): Promise<void> {
    while (!stopping.signal.aborted) {
      awake = Promise.withResolvers()
      await work(stopping.signal).catch((error: unknown) => log.warn({ err: error }, failure))
      const timer = setTimeout(awake.resolve, everyMs)
      await awake.promise
      clearTimeout(timer)
    }
  }

  return {
    wake: () => awake.resolve(),
    stop: async () => {
      stopping.abort()
      awake.resolve()
      await running
    },
  }
}
