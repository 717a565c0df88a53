/** A supervisor, Ctrl+C, a closed terminal. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const PARENT_LOOK_MS = 1_000

/**
 * Runs `stop` once: at the first signal, at an unexpected error, or when npm, having started this process, is gone.
 * Then ends the process: with 0, or with 1 after an error, a failed stop or `withinMs`. Signals during the stop are
 * ignored, because npm repeats what the terminal already sent to every process of the group.
 *
 * @returns stops because of an error
 */
export function stopOnSignal(stop: (error?: unknown) => Promise<void>, withinMs: number): (error: unknown) => void {
  let stopping = false
  let failed = false

  const begin = (error?: unknown): void => {
    failed ||= error !== undefined
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), withinMs)
    void stopAndExit(error)
  }

  async function stopAndExit(error: unknown): Promise<void> {
    try {
      await stop(error)
    } catch (failure) {
      failed = true
      process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`)
    }
    process.exit(failed ? 1 : 0)
  }

  for (const signal of STOP_SIGNALS) process.on(signal, () => begin())
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error: unknown) => begin(error ?? new Error(event)))
  if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent(begin)
  return begin
}

/** npm passes signals on, but not when it is killed: the next start would find the port in use. */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, PARENT_LOOK_MS).unref()
}
