import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPdf } from '../../testing/a-pdf.ts'
import { plugUsb } from '../../testing/plug-usb.ts'
import { openUsb } from '../usb-connection.ts'
import { pluggedDevices, type UsbPlaces } from '../usb-devices.ts'
import { usbBrotherPrinters } from './usb-printers.ts'

let folder: string
let places: UsbPlaces
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-usb-'))
  places = { devices: path.join(folder, 'devices'), files: path.join(folder, 'files') }
  fs.mkdirSync(places.files)
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const plug = (port: string, files: Record<string, string>, lp?: string) => plugUsb(places, port, files, { lp })
const brother = (idProduct: string, serial = 'B1Z000001') => ({ idVendor: '04f9', idProduct, serial })
const order = {
  job_id: 'job-00001',
  kind: 'mailing',
  type: 'label',
  title: 'Label',
  copies: 1,
  labels: 1,
  pdf: aPdf(),
  width_mm: 101.6,
  height_mm: 152.4,
  media: undefined,
} as const

test('lists nothing on a machine without USB', async () => {
  expect(await usbBrotherPrinters(places).printers()).toEqual([])
})

test('a folder without the number of a maker is no device', () => {
  plug('1-1', brother('20a8'))
  plug('1-1:1.0', { bInterfaceClass: '07' })
  expect(pluggedDevices(places).map(({ key }) => key)).toEqual(['B1Z000001'])
})

test('finds QL printers by their USB numbers, with the same id at another port', async () => {
  plug('1-1', brother('20a8'), 'lp0')
  plug('1-2', { idVendor: '04f9', idProduct: '0001' }, 'lp1') // another printer of the same maker
  plug('1-3', { idVendor: '0781', idProduct: '20a8' })
  const [first] = await usbBrotherPrinters(places).printers()
  expect(await usbBrotherPrinters(places).printers()).toHaveLength(1)
  fs.rmSync(path.join(places.devices, '1-1'), { recursive: true })
  plug('2-4', brother('20a8'), 'lp3')
  expect((await usbBrotherPrinters(places).printers()).map(({ id }) => id)).toEqual([first?.id])
})

test.each([
  // product    model             as a disk
  ['20c0', 'QL-600', '2100'],
  ['209b', 'QL-800', '209e'],
  ['20a7', 'QL-1100', '20a9'],
  ['20a8', 'QL-1110NWB', '20aa'],
] as const)('knows the USB number %s of a %s, and also %s', async (product, name, other) => {
  plug('1-1', brother(product, 'A'))
  plug('1-2', brother(other, 'B'))
  const [one, two] = await usbBrotherPrinters(places).printers()
  expect([one?.id, two?.id]).toEqual(['ql:usb:A', 'ql:usb:B'])
  expect(await one?.describe()).toMatchObject({ state: 'stopped', reasons: ['in-use'] })
  const reason = name === 'QL-600' ? 'in-use' : 'editor-lite'
  expect(await two?.describe()).toMatchObject({ state: 'stopped', reasons: [reason] })
})

test.each([
  // the printer                        plugged in as                            state      reason           code of a print
  ['appears as a disk', () => plug('1-1', brother('20aa')), 'stopped', 'editor-lite', 'printer_editor_lite'],
  ['was detached from its driver', () => plug('1-1', brother('20a8')), 'stopped', 'in-use', 'printer_in_use'],
  ['has no device file', () => plug('1-1', brother('20a8'), 'lp0'), 'offline', 'offline', 'printer_offline'],
  ['was unplugged', () => fs.rmSync(places.devices, { recursive: true }), 'offline', 'offline', 'printer_offline'],
])('reports a printer that %s', async (_, happens, state, reason, code) => {
  plug('1-1', brother('20a8'), 'lp0')
  const [printer] = await usbBrotherPrinters(places).printers()
  happens()
  expect(await printer?.describe()).toMatchObject({ state, reasons: [reason] })
  const outcome = await printer?.print(order, () => {}, new AbortController().signal)
  expect(outcome).toMatchObject({ state: 'failed', fault: { code } })
})

test('reads from a device file with a time limit, and writes more than fits at once', async () => {
  const file = path.join(folder, 'lp0')
  execFileSync('mkfifo', [file]) // bytes written to a FIFO can be read back
  const connection = await openUsb(file)
  try {
    expect(await connection.read(0)).toBeUndefined()
    const sent = Buffer.alloc(300_000, 'label')
    const writing = connection.write(sent)
    const came: Uint8Array[] = []
    while (Buffer.concat(came).length < sent.length)
      came.push((await connection.read(5_000)) ?? Buffer.from('nothing came'))
    await writing
    expect(Buffer.compare(Buffer.concat(came), sent)).toBe(0)
  } finally {
    connection.close()
  }
})

test('reads nothing from a printer that returns no bytes, as a QL printer without a report does', async () => {
  const file = path.join(folder, 'lp0')
  fs.writeFileSync(file, '')
  const connection = await openUsb(file)
  expect(await connection.read(0)).toBeUndefined()
  connection.close()
})

/** Whether a program has this FIFO open: one without a reader cannot be opened only for writing. */
function isOpen(fifo: string): boolean {
  try {
    fs.closeSync(fs.openSync(fifo, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENXIO') return false
    throw error
  }
}

test('closes the device file for other programs, also while the printer takes nothing more', async () => {
  const file = path.join(folder, 'lp0')
  execFileSync('mkfifo', [file])
  const connection = await openUsb(file)
  expect(isOpen(file)).toBe(true)
  const writing = connection.write(Buffer.alloc(300_000, 'label'))
  connection.close()
  await writing
  await expect.poll(() => isOpen(file)).toBe(false)
})
