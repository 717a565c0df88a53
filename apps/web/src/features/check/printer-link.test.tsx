import type { Printer } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { expect, it, vi } from 'vitest'
import { withoutConnection, type Device } from '../../device/device-connector.tsx'
import { i18next } from '../../i18n.ts'
import { CONFIGS, PRINTER } from '../../testing/fake-device.ts'
import { printerLink } from './printer-link.ts'

const hub = { id: 'hub-1', alias: 'Front desk', can_manage: true } as NonNullable<Device['hub']>
const retryNow = vi.fn<() => void>()
const usePaper = vi.fn<(format: string) => void>()
const linkOf = (printer: Partial<Printer> | undefined, kind: PrinterKind = 'shipping', change: object = {}) => {
  const printers = printer
    ? [
        { ...PRINTER, id: 'other' },
        { ...PRINTER, ...printer },
      ]
    : []
  const device = {
    ...withoutConnection(hub),
    state: 'connected' as const,
    printers,
    config: CONFIGS,
    retryNow,
    ...change,
  }
  return printerLink(kind, device, usePaper, i18next)
}
const label = { name: 'DK-11241', width_mm: 102, height_mm: 152 }
const other = { name: 'custom', width_mm: 55, height_mm: 29 }

it.each([
  [{}, 'Virtual printer, 300 dpi', 'virtual, ready, 300 dpi'],
  [{ resolutions_dpi: [300, 600] }, 'Virtual printer, 600 dpi', 'virtual, ready, 600 dpi'],
  [{ thermal_dpi: 203, driver: 'zpl' }, 'Virtual printer, 203 dpi', 'zpl, ready, 203 dpi'],
  [{ reasons: ['spool-area-full', 'Ann’s'] }, 'Virtual printer, 300 dpi', 'virtual, ready, spool-area-full, 300 dpi'],
  [
    { media_ready: [label] },
    'Virtual printer, DK-11241, 102 × 152 mm, 300 dpi',
    'virtual, ready, 102 × 152 mm, 300 dpi',
  ],
] as [Partial<Printer>, string, string][])('a printer %o is fine: %s', (printer, words, facts) => {
  expect(linkOf(printer)).toEqual({ id: 'shipping', name: 'Shipping printer', state: 'fine', words, facts })
})

const LOOK = { words: 'Ask the printer again', act: retryNow }
const CHOOSE = { words: 'Choose a printer', href: '/app/device-preferences' }
it.each([
  [{ reasons: ['media-empty'] }, 'Out of paper', 'media_empty', LOOK],
  [{ state: 'offline' }, 'No answer', 'printer_offline', LOOK],
  [{ state: 'stopped' }, 'Not ready', 'printer_stopped', LOOK],
  [{ resolutions_dpi: [203] }, 'Too coarse', 'resolution_too_low', CHOOSE],
  [{ id: 'gone' }, 'Gone', 'printer_unknown', CHOOSE],
  [{ media_ready: [other] }, 'Wrong paper', 'media_mismatch', LOOK],
] as [Partial<Printer>, string, string, object][])('a printer %o is bad: %s', (printer, fault, code, remedy) => {
  const link = linkOf(printer)
  expect(link).toMatchObject({ state: 'bad', fault, remedy })
  expect(link.facts).toMatch(new RegExp(`^(virtual|no printer).*; ${code}$`))
  expect(link.words).toMatch(code === 'printer_unknown' ? /^The printer/ : /^Virtual printer The /)
})

it.each([
  ['nothing is set', { config: {} }, 'Not ready', 'no printer; printer_not_set', CHOOSE],
  ['nothing is known', { config: undefined }, 'Not ready', 'no printer; printer_not_set', CHOOSE],
] as const)('there is no printer where %s', (_case, change, fault, facts, remedy) => {
  expect(linkOf({}, 'shipping', change)).toMatchObject({ state: 'bad', fault, facts, remedy })
})

it('waits for its device manager', () => {
  const words = 'asked when its device manager answers'
  const link = { id: 'form', name: 'Form printer', state: 'wait', words, facts: words }
  expect(linkOf({}, 'form', { state: 'connecting' })).toEqual(link)
})

const SMALL = { name: '', width_mm: 101.6, height_mm: 101.6 }
const SHEET = { name: '', width_mm: 210, height_mm: 297 }
it.each([
  ['mailing', [other, SMALL], true, 'Use: 4 × 4 in label, for letters'],
  ['mailing', [SMALL], false, 'Ask the printer again'],
  ['form', [SMALL], true, 'Ask the printer again'],
] as const)('the paper of the %s printer with %j is chosen by a manager: %s', (kind, loaded, can_manage, words) => {
  const { remedy } = linkOf({ media_ready: [...loaded] }, kind, { hub: { ...hub, can_manage } })
  expect(remedy?.words).toBe(words)
})

it('sets a form printer to the sheet that is loaded', () => {
  const config = { ...CONFIGS, form: { ...CONFIGS.form, defaultOrSpecific: 'specific', paperFormat: '4x6' } }
  const { remedy } = linkOf({ media_ready: [SHEET] }, 'form', { config })
  expect(remedy?.words).toBe('Use: A4 sheet')
  if (remedy && 'act' in remedy) remedy.act()
  expect(usePaper.mock.calls).toEqual([['A4']])
})
