import type { Log } from '../../../log.ts'

/**
 * Does what follows once money is held or a void is asked for. A failure is logged and no longer the answer: the caller
 * hears how the purchase stands, as far as that is known. @returns `otherwise` after a failure
 */
export async function onceBegun<T>(otherwise: T, log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: error }, 'a step after the hold failed')
    return otherwise
  }
}
