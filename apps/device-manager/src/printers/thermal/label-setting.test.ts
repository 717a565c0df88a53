import { expect, test } from 'vitest'
import { isZebra, readDeviceId, settingOf } from './device-id.ts'
import { labelPrinterSetting } from './label-setting.ts'
import { aboutTcp, namedLabelPrinters } from './named-label-printers.ts'

test.each([
  // address                              language  where                                     the person's settings
  ['zpl://192.0.2.7', 'zpl', { host: '192.0.2.7', port: 9100 }, {}],
  ['zpl://[2001:db8::7]:6101?dpi=300', 'zpl', { host: '2001:db8::7', port: 6101 }, { dpi: 300 }],
  ['zpl:usb/50J162800123?stock=mark&reprint=off', 'zpl', { usb: '50J162800123' }, { stock: 'mark', reprint: 'off' }],
  ['tspl:Goods%20In?dpi=203&size=4x4', 'tspl', { queue: 'Goods In' }, { dpi: 203, size: '4x4' }],
  [
    'tspl://rollo.example?dpi=203&status=off',
    'tspl',
    { host: 'rollo.example', port: 9100 },
    { dpi: 203, status: 'off' },
  ],
  ['epl:LP2844?dpi=203&method=direct', 'epl', { queue: 'LP2844' }, { dpi: 203, method: 'direct' }],
])('%s', (address, name, place, about) => {
  const read = labelPrinterSetting(address)
  expect(read.place).toEqual(place)
  const { language, ...rest } = read.setting
  expect([language.name, rest]).toEqual([name, about])
})

test.each([
  // its resolution is unknown           refusal
  ['tspl://192.0.2.7', 'must name its resolution'],
  ['epl:LP2844', 'must name its resolution'],
  ['zpl:ZEBRA', 'must name its resolution'],
  ['zpl://192.0.2.7?status=off', 'must name its resolution'],
  // its settings are wrong
  ['zpl://192.0.2.7?dpi=204', 'dpi'],
  ['zpl://192.0.2.7?stock=roll', 'stock'],
  ['zpl://192.0.2.7?size=A4', 'size'],
  ['zpl://192.0.2.7?speed=4', 'speed'],
])('%s is refused', (address, words) => {
  expect(() => namedLabelPrinters([address])).toThrow(words)
})

test.each([
  ['192.0.2.7', 'label://192.0.2.7:9100'],
  ['2001:db8::7', 'label://[2001:db8::7]:9100'],
  ['rollo.example', 'label://rollo.example:9100'],
])('a printer at %s has the address %s', (host, address) => {
  const { setting } = labelPrinterSetting('tspl://192.0.2.7?dpi=203')
  const about = aboutTcp({ host, port: 9100 }, setting)
  expect(about).toMatchObject({ id: `label:tcp:${host}:9100`, place: host, addresses: [address] })
})

test.each([
  // IEEE 1284                                                                       language  dpi
  ['MFG:Zebra Technologies;MDL:ZTC GK420d;CMD:ZPL;CLS:PRINTER;', 'zpl', undefined],
  ['MANUFACTURER:Zebra Technologies ;COMMAND SET:EPL;MODEL:LP2844;CLASS:PRINTER;', 'epl', undefined],
  ['MFG:Zebra;CMD:EPL,ZPL;MDL:ZD421-300dpi ZPL;', 'zpl', 300],
  ['MFG:TSC;MDL:DA210;CMD:TSPL2;', 'tspl', undefined],
  ['MFG:Printer;MDL:Thermal Printer;CMD:XPP,XL;', 'tspl', undefined],
  ['MFG:Brother;MDL:QL-1110NWB;CMD:PT-CBP;', undefined, undefined],
  ['MFG:HP;MDL:LaserJet;CMD:PJL,PCL,POSTSCRIPT;', undefined, undefined],
  ['', undefined, undefined],
])('a printer names its language: %s', (id, language, dpi) => {
  const setting = settingOf(readDeviceId(id))
  expect([setting?.language.name, setting?.dpi]).toEqual([language, dpi])
})

test.each([
  ['MFG:Zebra Technologies;MDL:GK420d;', true],
  ['MFG:;MDL:ZTC ZD421-203dpi ZPL;', true],
  ['MFG:Zebrafish;MDL:1;', false],
])('%s may be asked for its languages: %s', (id, expected) => {
  expect(isZebra(readDeviceId(id))).toBe(expected)
})
