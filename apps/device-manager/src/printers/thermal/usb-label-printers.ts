import type { PrinterConnection } from '../printer-connection.ts'
import type { PrinterSource } from '../printer-source.ts'
import { openUsb } from '../usb-connection.ts'
import { pluggedDevices, type UsbDevice, type UsbPlaces } from '../usb-devices.ts'
import { isZebra, readDeviceId, settingOf } from './device-id.ts'
import { labelPrinter, type LabelPrinterLimits } from './label-printer.ts'
import { LANGUAGES, type LabelPrinterSetting } from './label-setting.ts'
import { zebraPrinter } from './zebra-printer.ts'

const ZEBRA_VENDOR = '0a5f'

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
    pluggedDevices(places).flatMap((device) => {
      const { key, vendor, deviceId } = device
      const announced = readDeviceId(deviceId)
      const setting = named.get(key) ?? settingOf(announced)
      const about = { id: `label:usb:${key}`, place: `USB ${key}`, open: () => openPlugged(places, key) }
      if (setting) return [labelPrinter({ ...about, setting }, limits)]
      const mayReadZpl = vendor === ZEBRA_VENDOR || isZebra(announced)
      return mayReadZpl && isPrinter(device)
        ? [zebraPrinter({ ...about, setting: { language: LANGUAGES.zpl } }, limits)]
        : []
    }),
})

/** Zebra makes scanners too. */
const isPrinter = ({ file, deviceId }: UsbDevice): boolean => file !== undefined || deviceId !== ''

async function openPlugged(places: UsbPlaces, wanted: string): Promise<PrinterConnection> {
  const device = pluggedDevices(places).find(({ key }) => key === wanted)
  const code = device ? 'EBUSY' : 'ENODEV' // without a file, another program has detached the kernel driver
  if (device?.file === undefined) throw Object.assign(new Error(`The printer is not there: ${code}`), { code })
  return openUsb(device.file)
}
