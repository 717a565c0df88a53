import path from 'node:path'
import type { Settings } from '../settings.ts'
import { tcpBrotherPrinter } from './brother/tcp-printer.ts'
import { usbBrotherPrinters } from './brother/usb-printers.ts'
import { discoveredPrinters } from './discovered/discovered-printers.ts'
import { cupsQueues } from './ipp/cups-queues.ts'
import { ippPrinter } from './ipp/ipp-printer.ts'
import type { PrinterPort } from './printer.ts'
import { fixedPrinters, type PrinterSource } from './printer-source.ts'
import { namedLabelPrinters } from './thermal/named-label-printers.ts'
import { usbLabelPrinters } from './thermal/usb-label-printers.ts'
import { LINUX_USB } from './usb-devices.ts'
import { virtualLabelPrinter, virtualPrinter } from './virtual/virtual-printer.ts'
import { windowsQueues } from './windows/windows-queues.ts'

/** All printer sources, in list order. @throws Error whose message is shown at the terminal */
export function printerSources(settings: Settings, now: () => Date): PrinterSource[] {
  const named = namedLabelPrinters(settings.labelPrinters)
  const { inNetwork, atUsb, behindQueues } = named
  return [
    fixedPrinters(virtualPrinters(settings, now)),
    fixedPrinters(settings.ippPrinters.map((uri) => ippPrinter(uri))),
    fixedPrinters(settings.qlPrinters.map((address) => tcpBrotherPrinter(address))),
    fixedPrinters(inNetwork),
    cupsQueues(settings.cups, behindQueues),
    windowsQueues(named),
    usbBrotherPrinters(LINUX_USB),
    usbLabelPrinters(LINUX_USB, atUsb),
    ...(settings.discover ? [discoveredPrinters()] : []),
  ]
}

function virtualPrinters({ folder, virtualLabels }: Settings, now: () => Date): PrinterPort[] {
  const printed = path.join(folder, 'printed')
  return [virtualPrinter(printed, now), ...(virtualLabels ? [virtualLabelPrinter(printed, now)] : [])]
}
