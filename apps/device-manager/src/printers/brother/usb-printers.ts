import path from 'node:path'
import { bytesIn, namesIn } from '../../plugged-in.ts'
import type { PrinterSource } from '../printer-source.ts'
import { brotherPrinter } from './brother-printer.ts'
import type { PrinterConnection } from './printer-connection.ts'
import { QL_MODELS, USB_VENDOR, type QlModel } from './models.ts'
import { openUsb } from './usb-connection.ts'

/** A QL printer at a USB port of this machine. */
interface UsbPrinter {
  /** Its serial number, else the port. */
  key: string
  model: QlModel
  /** Its device file; none while Editor Lite makes it a disk, or while another program has taken it. */
  file: string | undefined
  isEditorLite: boolean
}

/** Where Linux lists USB devices, and where the device files of the printers are. */
export interface UsbPlaces {
  devices: string
  files: string
}
export const LINUX_USB: UsbPlaces = { devices: '/sys/bus/usb/devices', files: '/dev/usb' }

/** The QL printers at USB ports. A printer keeps its id when it is plugged in again, at whatever port. */
export const usbBrotherPrinters = (places: UsbPlaces): PrinterSource => ({
  printers: async () =>
    plugged(places).map(({ key }) =>
      brotherPrinter({ id: `ql:usb:${key}`, place: 'USB', open: () => openPlugged(places, key) }),
    ),
})

async function openPlugged(places: UsbPlaces, wanted: string): Promise<PrinterConnection> {
  const found = plugged(places).find(({ key }) => key === wanted)
  if (!found) throw notOpened('ENODEV')
  if (found.isEditorLite) throw notOpened('editor-lite')
  if (found.file === undefined) throw notOpened('EBUSY') // another program has detached the kernel driver
  return openUsb(found.file)
}

const notOpened = (code: string): Error => Object.assign(new Error(`The printer is not there: ${code}`), { code })

/** None on other systems than Linux, which have no such folder. */
const plugged = ({ devices, files }: UsbPlaces): UsbPrinter[] =>
  namesIn(devices).flatMap((port) => {
    const about = (name: string): string =>
      bytesIn(path.join(devices, port, name))
        .toString()
        .trim()
    const number = about('idProduct')
    const model = QL_MODELS.find(({ usb, editorLite }) => [...usb, ...editorLite].includes(number))
    if (about('idVendor') !== USB_VENDOR || !model) return []
    const isEditorLite = model.editorLite.includes(number)
    const [name] = namesIn(path.join(devices, port))
      .filter((part) => part.startsWith(`${port}:`))
      .flatMap((part) => namesIn(path.join(devices, port, part, 'usbmisc')))
    const file = name === undefined ? undefined : path.join(files, name)
    return [{ key: about('serial') || port, model, file: isEditorLite ? undefined : file, isEditorLite }]
  })
