import type { Printer } from '@postroom/contract/device-messages'
import { describe, expect, test } from 'vitest'
import { PAPER_FORMATS } from '@postroom/domain/media/paper-formats'
import { formatsOf, printerProblem } from './printer-problem.ts'

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

describe('the problem of a printer', () => {
  test.each([
    ['a ready printer has none', {}, undefined],
    ['a busy printer has none', { state: 'printing' }, undefined],
    ['no media', { state: 'stopped', reasons: ['media-empty'] }, 'media_empty'],
    ['open cover', { state: 'stopped', reasons: ['cover-open'] }, 'cover_open'],
    ['stuck cutter', { state: 'stopped', reasons: ['cutter-jam'] }, 'cutter_stuck'],
    ['Editor Lite', { state: 'stopped', reasons: ['editor-lite'] }, 'printer_editor_lite'],
    ['no toner', { state: 'stopped', reasons: ['toner-empty'] }, 'toner_empty'],
    ['no ink', { state: 'stopped', reasons: ['marker-supply-empty'] }, 'toner_empty'],
    ['missing tray', { state: 'stopped', reasons: ['input-tray-missing'] }, 'tray_missing'],
    ['full output tray', { state: 'stopped', reasons: ['output-area-full'] }, 'output_full'],
    ['paused', { state: 'stopped', reasons: ['paused'] }, 'printer_paused'],
    ['too hot, and printing', { state: 'printing', reasons: ['cooling'] }, 'printer_cooling'],
    ['off', { state: 'offline', reasons: ['offline'] }, 'printer_offline'],
    ['off, without a reason', { state: 'offline' }, 'printer_offline'],
    ['stopped for an unknown reason', { state: 'stopped', reasons: ['gremlins'] }, 'printer_stopped'],
    ['an unknown driver is none', { driver: 'zpl' }, undefined],
    ['an unknown driver and reason', { driver: 'zpl', state: 'stopped', reasons: ['constructor'] }, 'printer_stopped'],
    ['a warning is none', { reasons: ['toner-low'] }, undefined],
    ['the reason with a remedy wins', { state: 'stopped', reasons: ['other', 'cover-open'] }, 'cover_open'],
    ['203 dots per inch', { resolutions_dpi: [203] }, 'resolution_too_low'],
    ['203 dots per inch of a thermal label printer is none', { resolutions_dpi: [203], thermal_dpi: 203 }, undefined],
    ['152 dots per inch of a thermal one', { resolutions_dpi: [152], thermal_dpi: 152 }, 'resolution_too_low'],
    ['one resolution of 300 is enough', { resolutions_dpi: [203, 300] }, undefined],
  ] as const)('%s', (_, change, code) => {
    expect(printerProblem('mailing', CONFIG, printer(change as Partial<Printer>))?.code).toBe(code)
  })

  test('a thermal label printer with 203 dots per inch prints labels of letters and parcels, and no customs forms', () => {
    const thermal = printer({ resolutions_dpi: [203], thermal_dpi: 203 })
    const problems = (['mailing', 'shipping', 'form'] as const).map(
      (kind) => printerProblem(kind, CONFIG, thermal)?.code,
    )
    expect(problems).toEqual([undefined, undefined, 'resolution_too_low'])
  })

  test('only letters are printed on endless rolls and labels of 4 × 4 inches', () => {
    expect(formatsOf('mailing')).toEqual([...PAPER_FORMATS])
    for (const kind of ['shipping', 'form'] as const)
      expect(formatsOf(kind)).toEqual(['4x6', 'DK1247', 'doc_tab', 'A4'])
  })

  test('a printer that is gone is printer_unknown', () =>
    expect(printerProblem('mailing', CONFIG, undefined)?.code).toBe('printer_unknown'))
})

describe('the loaded media', () => {
  test.each([
    // rule                                                kind        format      loaded   needed in mm
    ['a label may be printed on larger media', 'mailing', undefined, [LARGE], undefined],
    ['a narrow roll is too small for a label', 'shipping', undefined, [ROLL], [101.6, 152.4]],
    ['forms need a sheet', 'form', undefined, [LABEL], [210, 297]],
    ['a printer that does not report its media is accepted', 'form', undefined, [], undefined],
    ['a roll that differs from the chosen format', 'mailing', 'DK1247', [LABEL], [103.632, 164.338]],
    ['the roll of the chosen format', 'mailing', 'roll_62', [ROLL], undefined],
  ] as const)('%s', (_, kind, insists, media_ready, needed) => {
    const config = insists ? ({ ...CONFIG, defaultOrSpecific: 'specific', paperFormat: insists } as const) : CONFIG
    const problem = printerProblem(kind, config, printer({ media_ready: [...media_ready] }))
    const sizes = problem?.sizes && [problem.sizes.needed.width_mm, problem.sizes.needed.height_mm]
    expect(sizes?.map((size) => Math.round(size * 1000) / 1000)).toEqual(needed)
    expect(problem?.sizes?.sizes.length).toBe(needed && media_ready.length)
  })
})
