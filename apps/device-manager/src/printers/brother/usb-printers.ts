import type { PrinterConnection } from '../printer-connection.ts'
import type { PrinterSource } from '../printer-source.ts'
import { openUsb } from '../usb-connection.ts'
import { pluggedDevices, type UsbPlaces } from '../usb-devices.ts'
import { brotherPrinter } from './brother-printer.ts'
import { QL_MODELS, USB_VENDOR, type QlModel } from './models.ts'

/** A QL printer at a USB port of this machine. */
interface UsbPrinter {
  /** Its serial number, else the port. */
  key: string
  model: QlModel
  /** Its device file; none while Editor Lite makes it a disk, or while another program has taken it. */
  file: string | undefined
  isEditorLite: boolean
}

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

const plugged = (places: UsbPlaces): UsbPrinter[] =>
  pluggedDevices(places).flatMap(({ key, vendor, product, file }) => {
    const model = QL_MODELS.find(({ usb, editorLite }) => [...usb, ...editorLite].includes(product))
    if (vendor !== USB_VENDOR || !model) return []
    const isEditorLite = model.editorLite.includes(product)
    return [{ key, model, file: isEditorLite ? undefined : file, isEditorLite }]
  })
