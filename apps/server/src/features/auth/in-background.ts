import type { Log } from '../../log.ts'

/** Runs `work` beside the call, which does not await it: its duration and failure reveal nothing to the caller. */
export function inBackground(log: Log, work: Promise<unknown>): void {
  work.catch((error: unknown) => log.error({ err: error }, 'background task failed'))
}
