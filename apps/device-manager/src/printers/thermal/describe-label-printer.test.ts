import { expect, test } from 'vitest'
import {
  describeStatus,
  aboutLanguage,
  aboutSetting,
  isAsked,
  notReached,
  unaskedPrinter,
} from './describe-label-printer.ts'
import { NO_FACTS, type LabelStatus, type PrinterFacts } from './language.ts'
import { labelPrinterSetting, type LabelPrinter } from './label-setting.ts'

const settingOf = (address: string) => labelPrinterSetting(address).setting
const printerOf = (address: string): LabelPrinter => ({
  id: 'p',
  place: 'USB 7',
  open: () => Promise.reject(new Error('not opened')),
  setting: settingOf(address),
})
const facts = (changes: Partial<PrinterFacts>): PrinterFacts => ({ ...NO_FACTS, ...changes })
const status = (changes: Partial<LabelStatus> = {}): LabelStatus => ({
  reasons: [],
  isBusy: false,
  hasHalfLabel: false,
  ...changes,
})
const ZPL = 'zpl://192.0.2.7'
const SIX_INCHES = { length_dots: 1_218 }

test.each([
  // the setting                         the printer says     resolutions
  [ZPL, undefined, []],
  [`${ZPL}?dpi=300`, undefined, [300]],
  [`${ZPL}?dpi=300`, { dpi: 203 }, [203]],
  [ZPL, { dpi: 600 }, [600]],
])('%s of which the printer says %j has the resolutions %j', (address, said, resolutions_dpi) => {
  const about = aboutLanguage(settingOf(address), said)
  expect(about.resolutions_dpi).toEqual(resolutions_dpi)
  expect('thermal_dpi' in about ? [about.thermal_dpi] : []).toEqual(resolutions_dpi)
  expect(about).toMatchObject({ driver: 'zpl', language: 'zpl', can_offset: true })
})

const names = ({ media }: ReturnType<typeof aboutLanguage>) => media.map(({ name }) => name)

test('offers the stock that the settings name, else all of them, and names the model that the printer reports', () => {
  const one = aboutLanguage(settingOf(`${ZPL}?size=4x4`), { model: 'ZD421' })
  expect([names(one), one.media_default?.name, one.model]).toEqual([['4x4'], '4x4', 'ZD421'])
  const all = aboutLanguage(settingOf(ZPL))
  expect(names(all)).toEqual(['4x6', '4x4', '4x6.75'])
  expect(Object.keys(all)).not.toEqual(expect.arrayContaining(['media_default']))
  expect(Object.keys(all)).not.toEqual(expect.arrayContaining(['model']))
})

test.each([
  // before its first answer                   asked     state      reason                     name
  [ZPL, true, 'offline', 'offline', 'ZPL printer (USB 7)'],
  ['tspl://192.0.2.7?dpi=203', true, 'offline', 'offline', 'TSPL printer (USB 7)'],
  [`${ZPL}?dpi=203&status=off`, false, 'ready', 'unreported', 'ZPL printer (USB 7)'],
  ['epl:LP2844?dpi=203', false, 'ready', 'unreported', 'EPL printer (USB 7)'],
])('%s is asked: %s, and is %s at first', (address, asked, state, reason, name) => {
  expect(isAsked(settingOf(address))).toBe(asked)
  const at = { id: 'p', name, media_ready: [] }
  expect(aboutSetting(printerOf(address))).toMatchObject({ ...at, state, reasons: [reason] })
  expect(unaskedPrinter(printerOf(address))).toMatchObject({ ...at, state: 'ready', reasons: ['unreported'] })
})

test('is called by its model, and needs a resolution from somebody', () => {
  expect(aboutSetting(printerOf(ZPL), facts({ model: 'ZD421' })).name).toBe('ZD421 (USB 7)')
  expect(aboutSetting(printerOf(ZPL), facts({ model: '' })).name).toBe('ZPL printer (USB 7)')
  const printer = printerOf('epl:LP2844?dpi=203')
  const unnamed = { ...printer, setting: { language: printer.setting.language } }
  expect(aboutSetting(unnamed)).toMatchObject({ state: 'stopped', reasons: ['printer-setting-missing'] })
})

test.each([
  [undefined, 'offline', 'offline'],
  [new Error('anything'), 'offline', 'offline'],
  [Object.assign(new Error('busy'), { code: 'EBUSY' }), 'stopped', 'in-use'],
  [Object.assign(new Error('closed'), { code: 'EACCES' }), 'stopped', 'no-access'],
  [Object.assign(new Error('gone'), { code: 'ENODEV' }), 'offline', 'offline'],
])('a printer that could not be opened: %s', (error, state, reason) => {
  expect(notReached(error)).toEqual({ state, reasons: [reason], media_ready: [] })
})

test.each<[string, Partial<LabelStatus>, string, string[]]>([
  ['nothing', {}, 'ready', []],
  ['that it prints', { isBusy: true }, 'printing', ['in-use']],
  ['that it cools', { reasons: ['cooling'] }, 'printing', ['cooling']],
  ['a label that is not taken', { reasons: ['label-not-taken'] }, 'printing', ['label-not-taken']],
  ['that it is empty', { reasons: ['media-empty'] }, 'stopped', ['media-empty']],
  ['that it cools, and is open', { reasons: ['cooling', 'cover-open'] }, 'stopped', ['cooling', 'cover-open']],
  ['half a label', { hasHalfLabel: true }, 'stopped', ['half-label']],
])('a printer that reports %s', (_what, changes, state, reasons) => {
  const described = describeStatus(status({ ...changes, ...SIX_INCHES }), settingOf(ZPL), facts({ dpi: 203 }))
  expect(described).toMatchObject({ state, reasons, media_ready: [{ name: '4x6' }] })
})

test('knows nothing loaded on continuous stock, and cannot print without a resolution', () => {
  const continuous = settingOf(`${ZPL}?stock=continuous&dpi=203`)
  expect(describeStatus(status(SIX_INCHES), continuous, NO_FACTS)).toEqual({
    state: 'ready',
    reasons: [],
    media_ready: [],
  })
  expect(describeStatus(status(SIX_INCHES), settingOf(ZPL), NO_FACTS)).toEqual({
    state: 'stopped',
    reasons: ['printer-setting-missing'],
    media_ready: [],
  })
})
