import type { PrinterPort } from '../printer.ts'
import { brotherModelOf, windowsBrother } from './windows-brother.ts'
import { windowsPrinter } from './windows-printer.ts'
import type { Spooler } from './spooler.ts'

/** The printers that this user sees in Windows: label printers of Brother in their own words, all others through their driver. */
export async function windowsPrinters(spooler: Spooler): Promise<PrinterPort[]> {
  const queues = await spooler.queues().catch(() => [])
  return queues.map(({ name, driver }) => {
    const model = brotherModelOf(driver)
    return model ? windowsBrother(spooler, name, model) : windowsPrinter(spooler, name)
  })
}
