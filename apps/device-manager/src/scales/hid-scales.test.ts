import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hidScales } from './hid-scales.ts'

const SCALE = [0x05, 0x8d, 0x09, 0x20]

/** The scales among one device with these facts. */
function found(descriptor: readonly number[], ...uevent: string[]) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-hid-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const device = path.join(folder, 'hidraw3/device')
  fs.mkdirSync(device, { recursive: true })
  fs.writeFileSync(path.join(device, 'report_descriptor'), Uint8Array.from(descriptor))
  if (uevent.length > 0) fs.writeFileSync(path.join(device, 'uevent'), uevent.map((line) => `${line}\n`).join(''))
  return hidScales({ classes: folder, files: '/dev' })
}

test.each([
  [['HID_NAME= Acme Scale ', 'HID_PHYS=usb-1', 'HID_UNIQ=S7'], 'scale:hid:S7', 'Acme Scale'],
  [['HID_NAME=Acme', 'HID_PHYS=usb-1', 'HID_UNIQ='], 'scale:hid:usb-1', 'Acme'],
  [['HID_NAME=', 'MY_HID_UNIQ=other'], 'scale:hid:hidraw3', 'hidraw3'],
  [[], 'scale:hid:hidraw3', 'hidraw3'],
])('a scale of which Linux says %j is %s, with the name %s', (uevent, id, name) => {
  expect(found(SCALE, ...uevent)).toEqual([{ id, name, file: '/dev/hidraw3' }])
})

test.each([
  ['a keyboard', [0x05, 0x01, 0x09, 0x06]],
  ['a device of another page', [0x06, 0x8d, 0x09, 0x20]],
  ['a device that says nothing', []],
  ['a device that says the beginning only', [0x05]],
])('%s is no scale', (_what, descriptor) => expect(found(descriptor)).toEqual([]))
