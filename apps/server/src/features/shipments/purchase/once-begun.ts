import type { Log } from '../../../log.ts'

/**
 * Runs the steps after money is held or a void is requested. A failure is logged and does not become the answer: the
 * caller gets the current state, as far as it is known. @returns `otherwise` after a failure
 */
export async function onceBegun<T>(otherwise: T, log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: error }, 'a step after the hold failed')
    return otherwise
  }
}
