import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { defaultFolder } from './default-folder.ts'
import { readSettings, settingsHelp } from './settings.ts'

test('without variables it has no server, and keeps its files in the home folder', () => {
  expect(readSettings({})).toEqual({
    server: undefined,
    caFile: undefined,
    folder: path.join(os.homedir(), '.postroom-device'),
    statusPort: 8089,
    alias: os.hostname().slice(0, 60),
    localSecret: undefined,
    enrolmentCode: undefined,
    ippPrinters: [],
    qlPrinters: [],
    labelPrinters: [],
    cups: 'ipp://localhost:631',
    discover: true,
    virtualLabels: false,
    scale: undefined,
    updates: 'on',
    installed: {},
  })
})

test('reads every variable', () => {
  const settings = readSettings({
    POSTROOM_SERVER: 'https://postroom.example/path',
    POSTROOM_CA_FILE: '/etc/ca.pem',
    POSTROOM_DEVICE_DIR: 'device',
    POSTROOM_DEVICE_PORT: '0',
    POSTROOM_DEVICE_ALIAS: ' Front desk ',
    POSTROOM_LOCAL_SECRET: 'secret',
    POSTROOM_ENROLMENT_CODE: 'K7QM-2XWP',
    POSTROOM_IPP_PRINTERS: 'ipp://192.0.2.7/ipp/print, ipps://192.0.2.8/ipp/print,',
    POSTROOM_QL_PRINTERS: 'ql://192.0.2.9',
    POSTROOM_LABEL_PRINTERS: 'zpl://192.0.2.10, tspl:ROLLO?dpi=203',
    POSTROOM_CUPS: 'ipps://cups.example',
    POSTROOM_DISCOVER: 'off',
    POSTROOM_VIRTUAL_LABEL: 'on',
    POSTROOM_SCALE: 'usb:0922:8003',
    POSTROOM_UPDATES: 'off',
  })
  expect(settings).toEqual({
    server: 'https://postroom.example',
    caFile: '/etc/ca.pem',
    folder: path.resolve('device'),
    statusPort: 0,
    alias: 'Front desk',
    localSecret: 'secret',
    enrolmentCode: 'K7QM-2XWP',
    ippPrinters: ['ipp://192.0.2.7/ipp/print', 'ipps://192.0.2.8/ipp/print'],
    qlPrinters: ['ql://192.0.2.9'],
    labelPrinters: ['zpl://192.0.2.10', 'tspl:ROLLO?dpi=203'],
    cups: 'ipps://cups.example',
    discover: false,
    virtualLabels: true,
    scale: 'usb:0922:8003',
    updates: 'off',
    installed: {},
  })
})

test.each([
  ['POSTROOM_SERVER', 'ftp://postroom.example'],
  ['POSTROOM_CA_FILE', ''],
  ['POSTROOM_DEVICE_DIR', ''],
  ['POSTROOM_DEVICE_PORT', '65536'],
  ['POSTROOM_DEVICE_PORT', '-1'],
  ['POSTROOM_DEVICE_PORT', '80.5'],
  ['POSTROOM_DEVICE_ALIAS', ' '],
  ['POSTROOM_DEVICE_ALIAS', 'x'.repeat(61)],
  ['POSTROOM_LOCAL_SECRET', ''],
  ['POSTROOM_IPP_PRINTERS', 'http://192.0.2.7'],
  ['POSTROOM_QL_PRINTERS', 'ipp://192.0.2.7'],
  ['POSTROOM_LABEL_PRINTERS', 'ql://192.0.2.7'],
  ['POSTROOM_CUPS', 'localhost'],
  ['POSTROOM_DISCOVER', 'no'],
  ['POSTROOM_SCALE', ''],
  ['POSTROOM_UPDATES', 'later'],
])('rejects %s=%j by name', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(`  ${name}`)
})

test('accepts the longest name and code, and the last port', () => {
  const longest = 'x'.repeat(60)
  const settings = readSettings({
    POSTROOM_DEVICE_ALIAS: longest,
    POSTROOM_ENROLMENT_CODE: longest,
    POSTROOM_DEVICE_PORT: '65535',
  })
  expect(settings).toMatchObject({ alias: longest, enrolmentCode: longest, statusPort: 65_535 })
  for (const code of ['', ' ', `${longest}x`])
    expect(() => readSettings({ POSTROOM_ENROLMENT_CODE: code })).toThrow('POSTROOM_ENROLMENT_CODE')
})

test('names every invalid variable at once, a line each', () => {
  const invalid = { POSTROOM_CUPS: 'localhost', POSTROOM_DISCOVER: 'no' }
  expect(() => readSettings(invalid)).toThrow(/^Invalid settings .*\n {2}POSTROOM_CUPS: .*\n {2}POSTROOM_DISCOVER: /)
})

test('the help has a line for each variable that users set, with its default, and one for the proxy', () => {
  const lines = settingsHelp().split('\n')
  expect(lines).toContain(
    '  POSTROOM_CUPS           address of CUPS, whose queues are listed (default ipp://localhost:631)',
  )
  expect(lines).toContain(
    '  POSTROOM_SCALE          id of the weighing scale to use; by default the first that is plugged in',
  )
  const names = lines.flatMap((line) => /^ {2}([A-Z_]+)/.exec(line)?.[1] ?? [])
  expect(names).toHaveLength(15)
  expect(names).toContain('HTTPS_PROXY')
  expect(names).not.toContain('POSTROOM_LOCAL_SECRET')
})

test.each([
  // system  local application data   folder
  ['linux', 'C:/Local', path.join(os.homedir(), '.postroom-device')],
  ['win32', 'C:/Local', 'C:/Local/postroom-device-manager'],
  ['win32', undefined, path.join(os.homedir(), 'AppData/Local/postroom-device-manager')],
] as const)('on %s with %s it keeps its files in %s', (platform, local, folder) => {
  expect(defaultFolder(platform, local === undefined ? {} : { LOCALAPPDATA: local })).toBe(folder)
})
