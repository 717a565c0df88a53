import type { PrinterPort } from '../printer.ts'
import type { RawDriver } from '../raw-driver.ts'
import type { JobTimings } from './follow-job.ts'
import type { Spooler } from './spooler.ts'
import { windowsQueue } from './windows-printer.ts'

/**
 * A queue of the Windows spooler that forwards the bytes of a driver unchanged and returns no status, so only a person can see
 * whether something was printed.
 */
export const windowsRaw = (
  spooler: Spooler,
  queue: string,
  driver: RawDriver,
  limits?: Partial<JobTimings>,
): PrinterPort =>
  windowsQueue(
    spooler,
    queue,
    {
      driver: driver.about.driver,
      isReported: false,
      about: async () => driver.about,
      send: async (order, signal) => {
        const bytes = await driver.bytes(order)
        signal.throwIfAborted()
        return spooler.sendRaw(queue, order.title, bytes)
      },
    },
    limits,
  )
