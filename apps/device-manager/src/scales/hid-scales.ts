import path from 'node:path'
import { bytesIn, namesIn } from '../plugged-in.ts'

/** Where Linux lists the input devices that are plugged in, and where their files are. */
export interface HidPlaces {
  classes: string
  files: string
}
export const LINUX_HID: HidPlaces = { classes: '/sys/class/hidraw', files: '/dev' }

export interface HidScale {
  /** Its serial number, else its port, so that it keeps its id when it is plugged in again. */
  id: string
  name: string
  file: string
}

/** Every report descriptor of a scale begins with this usage page (USB-IF, HID Point of Sale Usage Tables 1.02). */
const WEIGHING_DEVICE = Buffer.of(0x05, 0x8d)

/** The scales that are plugged in now. None on other systems than Linux, which have no such folder. */
export const hidScales = ({ classes, files }: HidPlaces): HidScale[] =>
  namesIn(classes).flatMap((name) => {
    const device = path.join(classes, name, 'device')
    const descriptor = bytesIn(path.join(device, 'report_descriptor'))
    if (!descriptor.subarray(0, WEIGHING_DEVICE.length).equals(WEIGHING_DEVICE)) return []
    const facts = bytesIn(path.join(device, 'uevent')).toString()
    const fact = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(facts)?.[1]?.trim() ?? ''
    const id = `scale:hid:${fact('HID_UNIQ') || fact('HID_PHYS') || name}`
    return [{ id, name: fact('HID_NAME') || name, file: path.join(files, name) }]
  })
