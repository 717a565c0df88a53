import type { PrinterSource } from '../printer-source.ts'
import type { PrinterPort } from '../printer.ts'
import { ownSession } from './own-session.ts'
import type { Spooler } from './spooler.ts'
import { withSteadyQueues } from './steady-queues.ts'
import { brotherModelOf, windowsBrother } from './windows-brother.ts'
import { windowsPrinter } from './windows-printer.ts'
import { windowsSpooler } from './winspool.ts'

/** The queues of the Windows spooler that this user can see. Throws without koffi, which npm may omit. */
export function windowsQueues(platform = process.platform): PrinterSource {
  let spooler: Spooler | undefined
  return {
    printers: async () => {
      if (platform !== 'win32') return []
      spooler ??= withSteadyQueues(windowsSpooler(), ownSession)
      return queuesOf(spooler)
    },
  }
}

/** A label printer of Brother gets its own raster, any other printer is printed on through its driver. */
export async function queuesOf(spooler: Spooler): Promise<PrinterPort[]> {
  const queues = await spooler.queues().catch(() => [])
  return queues.map(({ name, driver }) => {
    const model = brotherModelOf(driver)
    return model ? windowsBrother(spooler, name, model) : windowsPrinter(spooler, name)
  })
}
