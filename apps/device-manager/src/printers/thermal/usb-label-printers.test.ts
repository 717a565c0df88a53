import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plugUsb } from '../../testing/plug-usb.ts'
import type { UsbPlaces } from '../usb-devices.ts'
import { namedLabelPrinters } from './named-label-printers.ts'
import { usbLabelPrinters } from './usb-label-printers.ts'

let folder: string
let places: UsbPlaces
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-usb-'))
  places = { devices: path.join(folder, 'devices'), files: path.join(folder, 'files') }
  fs.mkdirSync(places.files)
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

function plug(
  port: string,
  [vendor, product]: readonly [string, string],
  serial: string,
  id: string,
  lp?: string,
): void {
  const about = { idVendor: vendor, idProduct: product, ...(serial !== '' && { serial }) }
  plugUsb(places, port, about, { lp, interfaceFiles: { ieee1284_id: id } })
}
const printersOf = async (...addresses: string[]) => {
  const { atUsb } = namedLabelPrinters(addresses)
  return usbLabelPrinters(places, atUsb, { statusMs: 50 }).printers()
}

test.each([
  // vendor and product        IEEE 1284                                          driver
  [['0a5f', '0062'], 'MFG:Zebra;MDL:GK420d;CMD:ZPL;', 'zpl'],
  [['1203', '0001'], 'MFG:TSC;MDL:DA210;CMD:TSPL;', 'tspl'],
  [['09c5', '0588'], 'MFG:Printer;MDL:Thermal Printer;CMD:XPP,XL;', 'tspl'],
  [['0a5f', '0009'], 'MFG:Zebra;MDL:LP2844;CMD:EPL;', 'epl'],
  [['0a5f', '0185'], 'MFG:Zebra;MDL:ZD421;', 'zpl'],
] as const)('lists a printer of %s that calls itself %s as %s', async (numbers, id, driver) => {
  plug('1-1', numbers, 'S1', id, 'lp0')
  const [printer, ...others] = await printersOf()
  expect(others).toEqual([])
  expect(await printer?.describe()).toMatchObject({ id: 'label:usb:S1', driver, language: driver })
})

test('lists no QL printer, office printer or scanner of Zebra, nor a device that is no printer', async () => {
  plug('1-1', ['04f9', '20a8'], 'A', 'MFG:Brother;MDL:QL-1110NWB;CMD:PT-CBP;', 'lp0')
  plug('1-2', ['03f0', '0001'], 'B', 'MFG:HP;CMD:PCL,POSTSCRIPT;', 'lp1')
  plugUsb(places, '1-3', { idVendor: '05e0', idProduct: '1200' })
  plugUsb(places, '1-4', { idVendor: '0a5f', idProduct: '9999' })
  expect(await printersOf()).toEqual([])
})

test('keeps the id of a printer at another port, and uses the port of one without a serial number', async () => {
  plug('1-1', ['1203', '0001'], 'S1', 'CMD:TSPL;', 'lp0')
  plug('1-2', ['1203', '0001'], '', 'CMD:TSPL;', 'lp1')
  expect((await printersOf()).map(({ id }) => id)).toEqual(['label:usb:S1', 'label:usb:1-2'])
  fs.rmSync(path.join(places.devices, '1-1'), { recursive: true })
  plug('2-4', ['1203', '0001'], 'S1', 'CMD:TSPL;', 'lp3')
  expect((await printersOf()).map(({ id }) => id)).toEqual(['label:usb:1-2', 'label:usb:S1'])
})

test('a person may name the language and the resolution', async () => {
  plug('1-1', ['09c5', '0588'], 'S1', 'MFG:Acme;MDL:Label;', 'lp0')
  fs.writeFileSync(path.join(places.files, 'lp0'), '')
  expect(await printersOf()).toEqual([])
  const [printer] = await printersOf('tspl:usb/S1?dpi=203&status=off')
  expect(await printer?.describe()).toMatchObject({ driver: 'tspl', thermal_dpi: 203, state: 'ready' })
})

const order = {
  job_id: 'job-00001',
  kind: 'mailing',
  type: 'label',
  title: 'Label',
  copies: 1,
  labels: 1,
  pdf: new Uint8Array(),
  width_mm: 101.6,
  height_mm: 152.4,
  media: '4x6',
} as const

test('asks for the resolution of a printer that nobody can ask', async () => {
  plug('1-1', ['0a5f', '0009'], 'S1', 'MFG:Zebra;MDL:LP2844;CMD:EPL;', 'lp0')
  fs.writeFileSync(path.join(places.files, 'lp0'), '')
  const [printer] = await printersOf()
  expect(await printer?.describe()).toMatchObject({ state: 'stopped', reasons: ['printer-setting-missing'] })
})

test.each([
  // the printer                        plugged in as                                                    state      reason                     code
  [
    'was detached from its driver',
    () => plug('1-1', ['0a5f', '0062'], 'S1', 'CMD:ZPL;'),
    'stopped',
    'in-use',
    'printer_in_use',
  ],
  [
    'has no device file',
    () => plug('1-1', ['0a5f', '0062'], 'S1', 'CMD:ZPL;', 'lp0'),
    'offline',
    'offline',
    'printer_offline',
  ],
  ['was unplugged', () => fs.rmSync(places.devices, { recursive: true }), 'offline', 'offline', 'printer_offline'],
])('reports a printer that %s', async (_, happens, state, reason, code) => {
  plug('1-1', ['0a5f', '0062'], 'S1', 'CMD:ZPL;', 'lp0')
  const [printer] = await printersOf()
  happens()
  expect(await printer?.describe()).toMatchObject({ state, reasons: [reason] })
  const outcome = await printer?.print(order, () => {}, new AbortController().signal)
  expect(outcome).toMatchObject({ state: 'failed', fault: { code } })
})

test('a Zebra that does not say that it reads ZPL gets no status request and no label', async () => {
  plug('1-1', ['0a5f', '0185'], 'S1', 'MFG:Zebra;MDL:ZD421;', 'lp0')
  const file = path.join(places.files, 'lp0')
  fs.writeFileSync(file, '')
  const [printer] = await printersOf()
  expect(await printer?.describe()).toMatchObject({ state: 'stopped', reasons: ['printer-setting-missing'] })
  const outcome = await printer?.print(order, () => {}, new AbortController().signal)
  expect(outcome).toMatchObject({ state: 'failed', fault: { code: 'printer_setting_missing' } })
  expect(fs.readFileSync(file, 'latin1')).toMatch(/^! U1 getvar "device.languages"\r\n/)
  expect(fs.readFileSync(file, 'latin1')).not.toMatch(/~|\^/)
})
