import type { PrinterSource } from '../printer-source.ts'
import type { PrinterPort } from '../printer.ts'
import type { Spooler } from './spooler.ts'
import { usbprintPorts, type UsbprintPorts } from './usbprint.ts'
import { brotherModelOf, windowsBrother } from './windows-brother.ts'
import { windowsPrinter } from './windows-printer.ts'
import { brotherAtPort, brotherWithoutQueue } from './windows-usb.ts'
import { windowsSpooler } from './winspool.ts'

/**
 * The queues of the Windows spooler that this user can see, and the label printers at USB ports that have none. Throws
 * without koffi, which npm may omit.
 */
export function windowsQueues(platform = process.platform): PrinterSource {
  let usb: UsbprintPorts | undefined
  return {
    printers: async () => (platform === 'win32' ? queuesOf(windowsSpooler(), (usb ??= usbprintPorts())) : []),
  }
}

/** A label printer of Brother gets its own raster, any other printer is printed on through its driver. */
export async function queuesOf(spooler: Spooler, usb: UsbprintPorts): Promise<PrinterPort[]> {
  const queues = await spooler.queues().catch(() => [])
  const withQueue = queues.map(({ name, driver, port }) => {
    const model = brotherModelOf(driver)
    if (!model) return windowsPrinter(spooler, name)
    return brotherAtPort({ ...windowsBrother(spooler, name, model), name }, port, usb)
  })
  const taken = queues.map(({ port }) => port)
  return [...withQueue, ...(await brotherWithoutQueue(usb, taken).catch(() => []))]
}
