import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HidPlaces } from '../scales/hid-scales.ts'

const REPORT_EVERY_MS = 50
/** The start of the report descriptor of a scale: usage page 8Dh, usage 20h, application collection. */
const SCALE = '05 8D 09 20 A1 01'
export const KEYBOARD = '05 01 09 06 A1 01'

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

export interface HidFacts {
  name: string
  serial?: string
  descriptor?: string
}

/** A folder in place of the input devices listed by Linux, with a FIFO in place of each device file. */
export function hidFolders(folder: string): HidPlaces {
  const places = { classes: path.join(folder, 'hidraw'), files: path.join(folder, 'dev') }
  fs.mkdirSync(places.files)
  return places
}

/** Plugs in a device. After `say` it repeats that report, as scales do; before, it sends nothing. */
export function plugIn(places: HidPlaces, hidraw: string, facts: HidFacts) {
  const device = path.join(places.classes, hidraw, 'device')
  const file = path.join(places.files, hidraw)
  fs.mkdirSync(device, { recursive: true })
  fs.writeFileSync(path.join(device, 'report_descriptor'), bytes(facts.descriptor ?? SCALE))
  const uevent = [
    'DRIVER=hid-generic',
    `HID_NAME=${facts.name}`,
    `HID_PHYS=usb-1/${hidraw}`,
    `HID_UNIQ=${facts.serial ?? ''}`,
  ]
  fs.writeFileSync(path.join(device, 'uevent'), `${uevent.join('\n')}\n`)
  execFileSync('mkfifo', [file])
  const fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_NONBLOCK)
  let report: Buffer | undefined
  const pulledOut = new AbortController()
  const reporting = (async () => {
    while (!pulledOut.signal.aborted) {
      if (report) fs.writeSync(fd, report)
      await sleep(REPORT_EVERY_MS)
    }
    fs.closeSync(fd)
  })()
  return {
    say: (hex: string): void => void (report = bytes(hex)),
    pullOut: async (): Promise<void> => {
      fs.rmSync(path.join(places.classes, hidraw), { recursive: true, force: true })
      fs.rmSync(file, { force: true })
      pulledOut.abort()
      await reporting
    },
  }
}
