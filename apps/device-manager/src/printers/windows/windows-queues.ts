import type { PrinterSource } from '../printer-source.ts'
import type { PrinterPort } from '../printer.ts'
import type { NamedLabelPrinters } from '../thermal/named-label-printers.ts'
import { ownSession } from './own-session.ts'
import type { Spooler, SpoolerQueue } from './spooler.ts'
import { withSteadyQueues } from './steady-queues.ts'
import { usbprintPorts, type UsbprintPorts } from './usbprint.ts'
import { brotherModelOf, windowsBrother } from './windows-brother.ts'
import { windowsPrinter } from './windows-printer.ts'
import { windowsRaw } from './windows-raw.ts'
import { printerAtPort, printersWithoutQueue, type UsbPrinters } from './windows-usb.ts'
import { windowsSpooler } from './winspool.ts'

/** The label printers of the settings at this computer. */
type Named = Pick<NamedLabelPrinters, 'atUsb' | 'behindQueues'>
/** `USB001`, alone or among others. A queue at another port needs no look at the USB ports. */
const IS_USB = /\bUSB\d/i
const NONE_NAMED: Named = { atUsb: new Map(), behindQueues: new Map() }

/**
 * The queues of the Windows spooler that this user can see, and the label printers at USB ports that have none. Throws
 * without koffi, which npm may omit.
 */
export function windowsQueues(named: Named, platform = process.platform): PrinterSource {
  let system: { spooler: Spooler; usb: UsbprintPorts } | undefined
  return {
    printers: async () => {
      if (platform !== 'win32') return []
      system ??= { spooler: withSteadyQueues(windowsSpooler(), ownSession), usb: usbprintPorts() }
      return queuesOf(system.spooler, system.usb, named)
    },
  }
}

/**
 * A queue in the settings gets labels in its own language, a label printer of Brother its own raster; any other printer is
 * printed on through its driver. A label printer at a USB port is printed on there.
 */
export async function queuesOf(
  spooler: Spooler,
  usb: UsbprintPorts,
  { atUsb, behindQueues }: Named = NONE_NAMED,
): Promise<PrinterPort[]> {
  const atPorts: UsbPrinters = { usb, named: atUsb }
  const queues = await spooler.queues().catch(() => [])
  const taken = queues.map(({ port }) => port)
  const withoutQueue = await printersWithoutQueue(atPorts, taken).catch(() => [])
  const withQueue = queues.map((queue) => {
    const rawDriver = behindQueues.get(queue.name)
    if (rawDriver) return windowsRaw(spooler, queue.name, rawDriver)
    const printer = spooled(queue, spooler)
    return IS_USB.test(queue.port) ? printerAtPort({ ...printer, name: queue.name }, queue.port, atPorts) : printer
  })
  return [...withQueue, ...withoutQueue]
}

function spooled({ name, driver }: SpoolerQueue, spooler: Spooler): PrinterPort {
  const model = brotherModelOf(driver)
  return model ? windowsBrother(spooler, name, model) : windowsPrinter(spooler, name)
}
