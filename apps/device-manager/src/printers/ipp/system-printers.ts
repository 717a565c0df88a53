import { reportBug } from '../../device-refusal.ts'
import { cupsQueues } from './cups.ts'
import { ippPrinter } from './ipp-printer.ts'
import type { PrinterPort } from '../printer.ts'
import { windowsPrinters } from '../windows/windows-printers.ts'
import { windowsSpooler } from '../windows/winspool.ts'

/** The printers that the system of this machine knows: Windows by its spooler, Linux and macOS by CUPS. */
export async function systemPrinters(cups: string, platform = process.platform): Promise<PrinterPort[]> {
  if (platform === 'win32') return spoolerPrinters()
  const queues = await cupsQueues(cups)
  return queues.map(({ uri, prints_to }) => ({ ...ippPrinter(uri), addresses: [uri, ...prints_to] }))
}

let isReported = false

/** Without koffi, which npm may leave out, the other printers still print. */
async function spoolerPrinters(): Promise<PrinterPort[]> {
  try {
    return await windowsPrinters(windowsSpooler())
  } catch (error) {
    if (!isReported) reportBug(error)
    isReported = true
    return []
  }
}
