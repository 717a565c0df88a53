import type { PrinterPort } from '../printer.ts'
import type { RawDriver } from '../raw-driver.ts'
import { openTcp } from '../tcp-connection.ts'
import { labelPrinter, type LabelPrinterLimits } from './label-printer.ts'
import { labelPrinterSetting, type LabelPrinterSetting } from './label-setting.ts'
import { queueDriver } from './queue-driver.ts'

/** The label printers of the settings, by the way to reach them. */
export interface NamedLabelPrinters {
  inNetwork: PrinterPort[]
  /** By serial number or port. */
  atUsb: Map<string, LabelPrinterSetting>
  /** By the name of the queue. */
  behindQueues: Map<string, RawDriver>
}

/** Reads `POSTROOM_LABEL_PRINTERS`. @throws Error whose message is shown at the terminal */
export function namedLabelPrinters(addresses: readonly string[]): NamedLabelPrinters {
  const printers: NamedLabelPrinters = { inNetwork: [], atUsb: new Map(), behindQueues: new Map() }
  for (const address of addresses) {
    const { place, setting } = labelPrinterSetting(address)
    if ('host' in place) printers.inNetwork.push(tcpLabelPrinter(place, setting))
    else if ('usb' in place) printers.atUsb.set(place.usb, setting)
    else printers.behindQueues.set(place.queue, queueDriver(setting))
  }
  return printers
}

/** A label printer in the network. */
export function tcpLabelPrinter(
  { host, port }: { host: string; port: number },
  setting: LabelPrinterSetting,
  limits?: Partial<LabelPrinterLimits>,
): PrinterPort {
  return labelPrinter(aboutTcp({ host, port }, setting), limits)
}

/** A printer in the network before it is spoken to. */
export const aboutTcp = ({ host, port }: { host: string; port: number }, setting: LabelPrinterSetting) => ({
  id: `label:tcp:${host}:${port}`,
  place: host,
  addresses: [`label://${host.includes(':') ? `[${host}]` : host}:${port}`],
  open: () => openTcp(host, port),
  setting,
})
