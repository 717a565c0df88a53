import { setTimeout as sleep } from 'node:timers/promises'
import { numberIn, printerAttributes, textIn } from './ipp-client.ts'
import type { IppAttributes } from './ipp-codec.ts'
import { reasonsOf } from './ipp-description.ts'

const ASK_LIMIT_MS = 1_000
/** How long the printer may go on after CUPS called its job completed. The job of another user may keep it busy for longer. */
const IDLE_WITHIN_MS = 2_000
const PROCESSING = 4
const STATE = ['printer-state', 'printer-state-reasons']

/**
 * The state reasons of the printer behind a queue of CUPS, asked once it is no longer busy. CUPS also calls a job completed
 * when its question about the job failed, and learns nothing of what follows.
 *
 * @returns none when the printer speaks no IPP or does not answer
 */
export async function reasonsBehind(queue: IppAttributes, pollMs: number): Promise<string[]> {
  const uri = textIn(queue, 'device-uri')?.replace(/\?.*$/, '')
  if (!uri || !/^ipps?:/.test(uri)) return []
  const until = performance.now() + IDLE_WITHIN_MS
  const now = () => printerAttributes(uri, STATE, ASK_LIMIT_MS).catch((): IppAttributes => ({}))
  let printer = await now()
  while (numberIn(printer, 'printer-state') === PROCESSING && performance.now() < until) {
    await sleep(pollMs)
    printer = await now()
  }
  return reasonsOf(printer)
}
