import { brotherPrinter } from '../brother/brother-printer.ts'
import { QL_MODELS, USB_VENDOR, type QlModel } from '../brother/models.ts'
import type { PrinterPort } from '../printer.ts'
import type { UsbprintPort, UsbprintPorts } from './usbprint.ts'

type Limits = Parameters<typeof brotherPrinter>[1]

const modelAt = ({ path }: UsbprintPort): QlModel | undefined => {
  const [, vendor, product = ''] = /#vid_([\da-f]{4})&pid_([\da-f]{4})/i.exec(path) ?? []
  return vendor?.toLowerCase() === USB_VENDOR
    ? QL_MODELS.find(({ usb }) => usb.includes(product.toLowerCase()))
    : undefined
}

/**
 * A QL printer with a queue. While it is plugged in, it is asked and printed on at its USB port, where it reports what it
 * has printed; the spooler would forward the page and report nothing.
 * @param queuePort the port of its queue; a queue at several ports has their names with commas
 */
export function brotherAtPort(
  queue: PrinterPort & { name: string },
  queuePort: string,
  usb: UsbprintPorts,
  limits?: Limits,
): PrinterPort {
  const { id, name } = queue
  const names = queuePort.split(',')
  const find = async () => (await usb.list()).find((port) => modelAt(port) && names.includes(port.queuePort))
  const atPort = printerAt(usb, id, find, limits)
  const current = async () => ((await find().catch(() => undefined)) ? atPort : queue)
  return {
    id,
    describe: async (isChosen) => ({ ...(await (await current()).describe(isChosen)), name }),
    print: async (...order) => (await current()).print(...order),
  }
}

/** The QL printers without a queue, as in the mode of Windows that allows only queues of IPP. */
export async function brotherWithoutQueue(
  usb: UsbprintPorts,
  queuePorts: readonly string[],
  limits?: Limits,
): Promise<PrinterPort[]> {
  const taken = new Set(queuePorts.flatMap((port) => port.split(',')))
  const alone = (await usb.list()).filter((port) => modelAt(port) && !taken.has(port.queuePort))
  return alone.map(({ path }) => {
    const find = async () => (await usb.list()).find((port) => port.path === path)
    return printerAt(usb, `ql:usb:${path.split('#')[2] ?? path}`, find, limits)
  })
}

function printerAt(
  usb: UsbprintPorts,
  id: string,
  find: () => Promise<UsbprintPort | undefined>,
  limits?: Limits,
): PrinterPort {
  const open = async () => {
    const port = await find()
    if (!port) throw Object.assign(new Error('The printer is not plugged in'), { code: 'ENODEV' })
    return usb.open(port.path)
  }
  return brotherPrinter({ id, place: 'USB', open }, limits)
}
