import { brotherPrinter } from '../brother/brother-printer.ts'
import { QL_MODELS, USB_VENDOR } from '../brother/models.ts'
import type { PrinterPort } from '../printer.ts'
import { labelPrinterAtUsb } from '../thermal/label-printer-at-usb.ts'
import type { LabelPrinterSetting } from '../thermal/label-setting.ts'
import type { UsbprintPort, UsbprintPorts } from './usbprint.ts'

/** The USB ports of Windows, and the label printers at them that the settings name by serial number. */
export interface UsbPrinters {
  usb: UsbprintPorts
  named: ReadonlyMap<string, LabelPrinterSetting>
  /** Other limits are for tests. */
  limits?: Parameters<typeof brotherPrinter>[1] & Parameters<typeof labelPrinterAtUsb>[3]
}

interface SeenPort {
  vendor: string
  product: string
  serial: string
}

/** `\\?\usb#vid_04f9&pid_20a8#SERIAL#{28d78fad-…}` */
function seenIn({ path }: UsbprintPort): SeenPort {
  const [, vendor = '', product = '', serial = ''] = /#vid_([\da-f]{4})&pid_([\da-f]{4})#([^#]*)/i.exec(path) ?? []
  return { vendor: vendor.toLowerCase(), product: product.toLowerCase(), serial }
}

/** The label printer at a port, if the device manager has a driver for it. */
function drivenAt(port: UsbprintPort, { usb, named, limits }: UsbPrinters, queueId?: string): PrinterPort | undefined {
  const { vendor, product, serial } = seenIn(port)
  const open = () => openPort(usb, port.path)
  const isQl = vendor === USB_VENDOR && QL_MODELS.some((model) => model.usb.includes(product))
  if (isQl) return brotherPrinter({ id: queueId ?? `ql:usb:${serial || port.path}`, place: 'USB', open }, limits)
  const about = { id: queueId ?? `label:usb:${serial || port.path}`, place: `USB ${serial}`.trim(), open }
  const seen = { vendor, deviceId: port.id1284, isPrinter: port.id1284 !== '' }
  return labelPrinterAtUsb(seen, about, named.get(serial), limits)
}

/**
 * A queue whose label printer is at a USB port. While it is plugged in, it is asked and printed on there, where it reports what it
 * has printed; the spooler would forward the page and report nothing.
 * @param queuePort the port of the queue; a queue at several ports has their names with commas
 */
export function printerAtPort(
  queue: PrinterPort & { name: string },
  queuePort: string,
  printers: UsbPrinters,
): PrinterPort {
  const { id, name } = queue
  const names = queuePort.split(',')
  let driven: { port: UsbprintPort; printer: PrinterPort | undefined } | undefined

  async function current(): Promise<PrinterPort> {
    const plugged = await printers.usb.list().catch(() => [])
    const port = plugged.find((each) => names.includes(each.queuePort))
    if (!port) return queue
    const isSame = driven?.port.path === port.path && driven.port.id1284 === port.id1284
    if (!driven || !isSame) driven = { port, printer: drivenAt(port, printers, id) }
    return driven.printer ?? queue
  }

  return {
    id,
    describe: async (isChosen) => ({ ...(await (await current()).describe(isChosen)), name }),
    print: async (...order) => (await current()).print(...order),
  }
}

/** The label printers without a queue, as in the mode of Windows that allows only queues of IPP. */
export async function printersWithoutQueue(
  printers: UsbPrinters,
  queuePorts: readonly string[],
): Promise<PrinterPort[]> {
  const taken = new Set(queuePorts.flatMap((port) => port.split(',')))
  const alone = (await printers.usb.list()).filter(({ queuePort }) => !taken.has(queuePort))
  return alone.flatMap((port) => drivenAt(port, printers) ?? [])
}

async function openPort(usb: UsbprintPorts, path: string) {
  const isThere = (await usb.list()).some((port) => port.path === path)
  if (!isThere) throw Object.assign(new Error('The printer is not plugged in'), { code: 'ENODEV' })
  return usb.open(path)
}
