import type { PrinterSource } from '../printer-source.ts'
import type { PrinterPort } from '../printer.ts'
import type { RawDrivers } from '../raw-driver.ts'
import { ownSession } from './own-session.ts'
import type { Spooler } from './spooler.ts'
import { withSteadyQueues } from './steady-queues.ts'
import { brotherModelOf, windowsBrother } from './windows-brother.ts'
import { windowsPrinter } from './windows-printer.ts'
import { windowsRaw } from './windows-raw.ts'
import { windowsSpooler } from './winspool.ts'

/** The queues of the Windows spooler that this user can see. Throws without koffi, which npm may omit. */
export function windowsQueues(drivers: RawDrivers, platform = process.platform): PrinterSource {
  let spooler: Spooler | undefined
  return {
    printers: async () => {
      if (platform !== 'win32') return []
      spooler ??= withSteadyQueues(windowsSpooler(), ownSession)
      return queuesOf(spooler, drivers)
    },
  }
}

/**
 * A label printer of Brother gets its own raster, a queue in the settings its own language; any other printer is printed on
 * through its driver.
 */
export async function queuesOf(spooler: Spooler, drivers: RawDrivers = new Map()): Promise<PrinterPort[]> {
  const queues = await spooler.queues().catch(() => [])
  return queues.map(({ name, driver }) => {
    const rawDriver = drivers.get(name)
    if (rawDriver) return windowsRaw(spooler, name, rawDriver)
    const model = brotherModelOf(driver)
    return model ? windowsBrother(spooler, name, model) : windowsPrinter(spooler, name)
  })
}
