import type { Printer } from '@postroom/contract/device-messages'
import { describe, expect, test } from 'vitest'
import { printerProblem } from './printer-problem.ts'

const LABEL = { name: 'DK-11241', width_mm: 102, height_mm: 153 }
const LARGE = { name: 'DK-11247', width_mm: 104, height_mm: 164 }
const ROLL = { name: 'DK-22205', width_mm: 62, height_mm: 1000, endless: true } as const
const A4 = { name: 'iso_a4_210x297mm', width_mm: 210, height_mm: 297 }
const CONFIG = { printerId: 'p', defaultOrSpecific: 'default', paperFormat: '4x6' } as const

const printer = (change: Partial<Printer>): Printer => ({
  id: 'p',
  name: 'p',
  driver: 'brother',
  state: 'ready',
  reasons: [],
  media: [],
  media_ready: [LABEL, A4],
  resolutions_dpi: [300],
  ...change,
})

describe('how the printer is', () => {
  test.each([
    ['nothing is wrong', {}, undefined],
    ['a busy printer is fine', { state: 'printing' }, undefined],
    ['no media', { state: 'stopped', reasons: ['media-empty'] }, 'media_empty'],
    ['open', { state: 'stopped', reasons: ['cover-open'] }, 'cover_open'],
    ['cutter', { state: 'stopped', reasons: ['cutter-jam'] }, 'cutter_stuck'],
    ['Editor Lite', { state: 'stopped', reasons: ['editor-lite'] }, 'printer_editor_lite'],
    ['no toner', { state: 'stopped', reasons: ['toner-empty'] }, 'toner_empty'],
    ['no ink', { state: 'stopped', reasons: ['marker-supply-empty'] }, 'toner_empty'],
    ['its tray pulled out', { state: 'stopped', reasons: ['input-tray-missing'] }, 'tray_missing'],
    ['nowhere to put the sheets', { state: 'stopped', reasons: ['output-area-full'] }, 'output_full'],
    ['paused', { state: 'stopped', reasons: ['paused'] }, 'printer_paused'],
    ['too hot, and printing', { state: 'printing', reasons: ['cooling'] }, 'printer_cooling'],
    ['off', { state: 'offline', reasons: ['offline'] }, 'printer_offline'],
    ['off, and nothing else known', { state: 'offline' }, 'printer_offline'],
    ['stopped by what nobody foresaw', { state: 'stopped', reasons: ['gremlins'] }, 'printer_stopped'],
    ['an unknown driver', { driver: 'zpl' }, undefined],
    ['an unknown driver and reason', { driver: 'zpl', state: 'stopped', reasons: ['constructor'] }, 'printer_stopped'],
    ['a warning is no problem', { reasons: ['toner-low'] }, undefined],
    ['the reason with a remedy is told', { state: 'stopped', reasons: ['other', 'cover-open'] }, 'cover_open'],
    ['203 dots per inch', { resolutions_dpi: [203] }, 'resolution_too_low'],
    ['one of 300 is enough', { resolutions_dpi: [203, 300] }, undefined],
  ] as const)('%s', (_, change, code) => {
    expect(printerProblem('mailing', CONFIG, printer(change as Partial<Printer>))?.code).toBe(code)
  })

  test('a printer that is gone is named so', () =>
    expect(printerProblem('mailing', CONFIG, undefined)?.code).toBe('printer_unknown'))
})

describe('what is in it', () => {
  test.each([
    // rule                                                kind        insists on  loaded   needed in mm
    ['labels take what holds a label', 'mailing', undefined, [LARGE], undefined],
    ['a narrow roll holds none', 'shipping', undefined, [ROLL], [101.6, 152.4]],
    ['forms need a sheet', 'form', undefined, [LABEL], [210, 297]],
    ['who does not say what is in it is trusted', 'form', undefined, [], undefined],
    ['another roll than the one insisted on', 'mailing', 'DK1247', [LABEL], [103.632, 164.338]],
    ['the roll insisted on', 'mailing', 'roll_62', [ROLL], undefined],
  ] as const)('%s', (_, kind, insists, media_ready, needed) => {
    const config = insists ? ({ ...CONFIG, defaultOrSpecific: 'specific', paperFormat: insists } as const) : CONFIG
    const problem = printerProblem(kind, config, printer({ media_ready: [...media_ready] }))
    const sizes = problem?.sizes && [problem.sizes.needed.width_mm, problem.sizes.needed.height_mm]
    expect(sizes?.map((size) => Math.round(size * 1000) / 1000)).toEqual(needed)
    expect(problem?.sizes?.sizes.length).toBe(needed && media_ready.length)
  })
})
