import path from 'node:path'
import { bytesIn, namesIn } from '../plugged-in.ts'

/** Where Linux lists USB devices, and where the device files of printers are. */
export interface UsbPlaces {
  devices: string
  files: string
}
export const LINUX_USB: UsbPlaces = { devices: '/sys/bus/usb/devices', files: '/dev/usb' }

/** A device at a USB port of this machine. */
export interface UsbDevice {
  /** Its serial number, else its port. */
  key: string
  /** Four hexadecimal digits each. */
  vendor: string
  product: string
  /** The device file of a printer; none while another program has detached the kernel driver. */
  file: string | undefined
  /** IEEE 1284, such as `MFG:Zebra;CMD:ZPL;`. Empty for a device that is no printer. */
  deviceId: string
}

/** None on other systems than Linux, which have no such folder. */
export const pluggedDevices = ({ devices, files }: UsbPlaces): UsbDevice[] =>
  namesIn(devices).flatMap((port) => {
    const about = (...names: string[]): string =>
      bytesIn(path.join(devices, port, ...names))
        .toString()
        .trim()
    const vendor = about('idVendor')
    if (vendor === '') return []
    const parts = namesIn(path.join(devices, port)).filter((part) => part.startsWith(`${port}:`))
    const [name] = parts.flatMap((part) => namesIn(path.join(devices, port, part, 'usbmisc')))
    return [
      {
        key: about('serial') || port,
        vendor,
        product: about('idProduct'),
        file: name === undefined ? undefined : path.join(files, name),
        deviceId: parts.map((part) => about(part, 'ieee1284_id')).find((id) => id !== '') ?? '',
      },
    ]
  })
