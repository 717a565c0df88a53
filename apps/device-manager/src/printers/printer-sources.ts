import path from 'node:path'
import type { Settings } from '../settings.ts'
import { tcpBrotherPrinter } from './brother/tcp-printer.ts'
import { usbBrotherPrinters } from './brother/usb-printers.ts'
import { discoveredPrinters } from './discovered/discovered-printers.ts'
import { cupsQueues } from './ipp/cups-queues.ts'
import { ippPrinter } from './ipp/ipp-printer.ts'
import { fixedPrinters, type PrinterSource } from './printer-source.ts'
import { LINUX_USB } from './usb-devices.ts'
import { virtualPrinter } from './virtual/virtual-printer.ts'
import { windowsQueues } from './windows/windows-queues.ts'

/** All printer sources, in list order. @throws Error whose message is shown at the terminal */
export const printerSources = (settings: Settings, now: () => Date): PrinterSource[] => [
  fixedPrinters([virtualPrinter(path.join(settings.folder, 'printed'), now)]),
  fixedPrinters(settings.ippPrinters.map((uri) => ippPrinter(uri))),
  fixedPrinters(settings.qlPrinters.map((address) => tcpBrotherPrinter(address))),
  cupsQueues(settings.cups),
  windowsQueues(),
  usbBrotherPrinters(LINUX_USB),
  ...(settings.discover ? [discoveredPrinters()] : []),
]
