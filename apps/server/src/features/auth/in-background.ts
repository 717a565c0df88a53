import type { Log } from '../../log.ts'

/** Lets `work` go on while the call is answered: neither its time nor its failure may tell the caller anything. */
export function inBackground(log: Log, work: Promise<unknown>): void {
  work.catch((error: unknown) => log.error({ err: error }, 'work beside a call failed'))
}
