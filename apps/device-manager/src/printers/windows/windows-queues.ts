import type { PrinterSource } from '../printer-source.ts'
import type { PrinterPort } from '../printer.ts'
import type { RawDrivers } from '../raw-driver.ts'
import { ownSession } from './own-session.ts'
import type { Spooler, SpoolerQueue } from './spooler.ts'
import { withSteadyQueues } from './steady-queues.ts'
import { usbprintPorts, type UsbprintPorts } from './usbprint.ts'
import { brotherModelOf, windowsBrother } from './windows-brother.ts'
import { windowsPrinter } from './windows-printer.ts'
import { windowsRaw } from './windows-raw.ts'
import { brotherAtPort, brotherWithoutQueue } from './windows-usb.ts'
import { windowsSpooler } from './winspool.ts'

/**
 * The queues of the Windows spooler that this user can see, and the label printers at USB ports that have none. Throws
 * without koffi, which npm may omit.
 */
export function windowsQueues(drivers: RawDrivers, platform = process.platform): PrinterSource {
  let system: { spooler: Spooler; usb: UsbprintPorts } | undefined
  return {
    printers: async () => {
      if (platform !== 'win32') return []
      system ??= { spooler: withSteadyQueues(windowsSpooler(), ownSession), usb: usbprintPorts() }
      return queuesOf(system.spooler, system.usb, drivers)
    },
  }
}

/**
 * A label printer of Brother gets its own raster, a queue in the settings its own language; any other printer is printed on
 * through its driver.
 */
export async function queuesOf(
  spooler: Spooler,
  usb: UsbprintPorts,
  drivers: RawDrivers = new Map(),
): Promise<PrinterPort[]> {
  const queues = await spooler.queues().catch(() => [])
  const taken = queues.map(({ port }) => port)
  const withoutQueue = await brotherWithoutQueue(usb, taken).catch(() => [])
  return [...queues.map((queue) => printerOf(queue, spooler, usb, drivers)), ...withoutQueue]
}

function printerOf(
  { name, driver, port }: SpoolerQueue,
  spooler: Spooler,
  usb: UsbprintPorts,
  drivers: RawDrivers,
): PrinterPort {
  const rawDriver = drivers.get(name)
  if (rawDriver) return windowsRaw(spooler, name, rawDriver)
  const model = brotherModelOf(driver)
  if (!model) return windowsPrinter(spooler, name)
  return brotherAtPort({ ...windowsBrother(spooler, name, model), name }, port, usb)
}
