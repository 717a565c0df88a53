import { expect, test } from 'vitest'
import { isZebra, readDeviceId, settingOf } from './device-id.ts'

test.each([
  ['MFG:Zebra;MDL:ZD421;CMD:ZPL;', { maker: 'Zebra', model: 'ZD421', commands: 'ZPL' }],
  ['manufacturer: TSC ;MODEL:DA210;COMMAND SET:TSPL,EPL', { maker: 'TSC', model: 'DA210', commands: 'TSPL,EPL' }],
  ['MFG:A;MANUFACTURER:B;MDL:c:d', { maker: 'A', model: 'c:d', commands: '' }],
  ['', { maker: '', model: '', commands: '' }],
])('reads %j', (id, made) => expect(readDeviceId(id)).toEqual(made))

const made = (commands: string, model = '') => ({ maker: '', model, commands })
test.each([
  ['ZPL', 'zpl'],
  ['epl,ZPL II', 'zpl'],
  ['EPL,TSPL', 'tspl'],
  ['TSC', 'tspl'],
  ['FBPL', 'tspl'],
  ['XPP,XL', 'tspl'],
  ['EPL2', 'epl'],
  ['PCL,XZPL', undefined],
  ['', undefined],
])('speaks to a printer of the command sets %s in %s', (commands, language) => {
  expect(settingOf(made(commands))?.language.name).toBe(language)
})

test.each([
  ['ZD421-203dpi', 203],
  ['ZD421 300 DPI', 300],
  ['600dpi', 600],
  ['ZD421', undefined],
  ['400dpi', undefined],
])('the model %s has %s dots per inch', (model, dpi) => {
  const setting = settingOf(made('ZPL', model))
  expect(setting?.dpi).toBe(dpi)
  expect(setting !== undefined && 'dpi' in setting).toBe(dpi !== undefined)
})

test.each([
  ['Zebra', 'ZD421', true],
  ['', 'ZTC GK420d', true],
  ['zebra Technologies', '', true],
  ['', 'Zebraline', false],
  ['TSC', 'Zebra', false],
])('maker %j and model %j are of Zebra: %s', (maker, model, is) => {
  expect(isZebra({ maker, model, commands: '' })).toBe(is)
})
