import type { PrinterConnection } from '../printer-connection.ts'
import type { PrinterSource } from '../printer-source.ts'
import { openUsb } from '../usb-connection.ts'
import { pluggedDevices, type UsbPlaces } from '../usb-devices.ts'
import { labelPrinterAtUsb } from './label-printer-at-usb.ts'
import type { LabelPrinterLimits } from './label-printer.ts'
import type { LabelPrinterSetting } from './label-setting.ts'

/**
 * The label printers at USB ports: those that name a language, those of Zebra, and those in the settings. A printer keeps its id
 * when it is plugged in again, at whatever port.
 * @param named settings by serial number, or by port for a printer without one
 */
export const usbLabelPrinters = (
  places: UsbPlaces,
  named: ReadonlyMap<string, LabelPrinterSetting>,
  limits?: Partial<LabelPrinterLimits>,
): PrinterSource => ({
  printers: async () =>
    pluggedDevices(places).flatMap(({ key, vendor, deviceId, file }) => {
      const about = { id: `label:usb:${key}`, place: `USB ${key}`, open: () => openPlugged(places, key) }
      const seen = { vendor, deviceId, isPrinter: file !== undefined || deviceId !== '' }
      return labelPrinterAtUsb(seen, about, named.get(key), limits) ?? []
    }),
})

async function openPlugged(places: UsbPlaces, wanted: string): Promise<PrinterConnection> {
  const device = pluggedDevices(places).find(({ key }) => key === wanted)
  const code = device ? 'EBUSY' : 'ENODEV' // without a file, another program has detached the kernel driver
  if (device?.file === undefined) throw Object.assign(new Error(`The printer is not there: ${code}`), { code })
  return openUsb(device.file)
}
