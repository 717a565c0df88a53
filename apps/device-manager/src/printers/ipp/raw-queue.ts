import type { JobTimings } from './follow-ipp-job.ts'
import { ippPrinter } from './ipp-printer.ts'
import type { PrinterPort } from '../printer.ts'
import type { RawDriver } from '../raw-driver.ts'

/**
 * A queue of CUPS that forwards the bytes of a driver unchanged. CUPS reports when it has handed them over, and nothing after that,
 * so only a person can see whether something was printed.
 */
export function rawQueue(uri: string, driver: RawDriver, timings?: Partial<JobTimings>): PrinterPort {
  const port = ippPrinter(uri, timings, {
    unreadable: () => undefined,
    document: async (order) => ({ format: 'application/vnd.cups-raw', bytes: await driver.bytes(order) }),
    ticket: () => [],
    isReported: false,
  })
  return { ...port, describe: async () => ({ ...(await port.describe()), ...driver.about }) }
}
