import fs from 'node:fs'
import path from 'node:path'
import type { UsbPlaces } from '../printers/usb-devices.ts'

/** Plugs in a device, as Linux lists it. `interfaceFiles` are those of its printer interface, such as `ieee1284_id`. */
export function plugUsb(
  { devices }: UsbPlaces,
  port: string,
  files: Record<string, string>,
  { lp, interfaceFiles = {} }: { lp?: string | undefined; interfaceFiles?: Record<string, string> } = {},
): void {
  const device = path.join(devices, port)
  const printer = path.join(device, `${port}:1.0`)
  fs.rmSync(device, { recursive: true, force: true })
  fs.mkdirSync(lp === undefined ? printer : path.join(printer, 'usbmisc', lp), { recursive: true })
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(device, name), `${text}\n`)
  for (const [name, text] of Object.entries(interfaceFiles)) fs.writeFileSync(path.join(printer, name), `${text}\n`)
}
