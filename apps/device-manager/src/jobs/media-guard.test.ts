import type { Printer } from '@postroom/contract/device-messages'
import { expect, test } from 'vitest'
import { chooseMedia } from './media-guard.ts'

const LABEL = { name: '4x6', width_mm: 101.6, height_mm: 152.4 }
const DK11247 = { name: '103x164', width_mm: 103, height_mm: 164 }
const DK11241 = { name: '102x152', width_mm: 102, height_mm: 152 }
const SMALL = { name: '62x100', width_mm: 62, height_mm: 100 }
const LETTER = { name: 'letter', width_mm: 215.9, height_mm: 279.4 }
const A4 = { name: 'A4', width_mm: 210, height_mm: 297 }
const ROLL = { name: 'DK-22205', width_mm: 62, height_mm: 1000, endless: true } as const
const DOCUMENT = { width_mm: 101.6, height_mm: 152.4 }

const printer = (changes: Partial<Printer>): Printer => ({
  id: 'p',
  name: 'p',
  driver: 'ipp',
  state: 'ready',
  reasons: [],
  media: [],
  media_ready: [],
  resolutions_dpi: [300],
  ...changes,
})

test.each([
  // rule                                             printer                                        format       outcome
  ['accepts media of the exact size', { media_ready: [A4, LABEL] }, undefined, '4x6'],
  ['accepts the smallest media that hold it', { media_ready: [A4, DK11247] }, undefined, '103x164'],
  ['tolerates a millimetre', { media_ready: [DK11241] }, undefined, '102x152'],
  ['accepts a sheet for a label', { media_ready: [A4] }, undefined, 'A4'],
  ['refuses a small roll', { media_ready: [SMALL] }, undefined, 'media_mismatch'],
  ['checks loaded media, not supported ones', { media: [LABEL], media_ready: [SMALL] }, undefined, 'media_mismatch'],
  ['requests fitting media if the loaded ones are unknown', { media: [SMALL, LABEL] }, undefined, '4x6'],
  ['accepts a printer that names no media', {}, undefined, undefined],
  ['refuses sheets with a label format', { media_ready: [A4] }, '4x6', 'media_mismatch'],
  ['refuses the smaller label with the larger format', { media_ready: [DK11241] }, 'DK1247', 'media_mismatch'],
  ['accepts the larger label with its format', { media_ready: [DK11241, DK11247] }, 'DK1247', '103x164'],
  ['refuses a narrow roll that cannot hold the label', { media_ready: [ROLL] }, 'roll_62', 'media_mismatch'],
  ['accepts A4 with format A4', { media_ready: [LABEL, A4] }, 'A4', 'A4'],
  ['refuses 200 dots per inch', { media_ready: [LABEL], resolutions_dpi: [203] }, undefined, 'resolution_too_low'],
  ['accepts one sufficient resolution', { media_ready: [LABEL], resolutions_dpi: [203, 300] }, undefined, '4x6'],
] as const)('%s', (_, changes, insists, outcome) => {
  const decided = chooseMedia({ ...DOCUMENT, isLabel: true }, printer(changes as Partial<Printer>), {
    printerId: 'p',
    defaultOrSpecific: insists ? 'specific' : 'default',
    paperFormat: insists ?? '4x6',
  })
  expect(decided.ok ? decided.media : decided.fault.code).toBe(outcome)
})

const THERMAL = { media_ready: [LABEL], resolutions_dpi: [203], thermal_dpi: 203 }

test.each([
  // decision 050: on a thermal printer with     document                         outcome
  ['203 dpi: a label drawn for it', THERMAL, { isLabel: true, grid: 203 }, '4x6'],
  ['203 dpi: a label drawn for 300', THERMAL, { isLabel: true, grid: 300 }, 'drawn_for_other_printer'],
  ['203 dpi: a label that is yet to be drawn', THERMAL, { isLabel: true }, '4x6'],
  ['203 dpi: another document', THERMAL, { isLabel: false, grid: 300 }, 'resolution_too_low'],
  [
    '300 dpi: a label drawn for 203',
    { media_ready: [LABEL], resolutions_dpi: [300], thermal_dpi: 300 },
    { isLabel: true, grid: 203 },
    'drawn_for_other_printer',
  ],
] as const)('%s', (_, changes, about, outcome) => {
  const config = { printerId: 'p', defaultOrSpecific: 'default', paperFormat: '4x6' } as const
  const decided = chooseMedia({ ...DOCUMENT, ...about }, printer(changes as unknown as Partial<Printer>), config)
  expect(decided.ok ? decided.media : decided.fault.code).toBe(outcome)
})

const FORM = { width_mm: 210, height_mm: 297 }

test.each([
  // rule                                            loaded           format      outcome
  ['prints a form on the sheet, not the label', [LABEL, A4], undefined, 'A4'],
  ['refuses a form on a label roll', [LABEL], undefined, 'Loaded: 101.6 x 152.4 mm. Needed: 210 x 297 mm.'],
  ['refuses a form on US letter paper', [LETTER], undefined, 'Loaded: 215.9 x 279.4 mm. Needed: 210 x 297 mm.'],
  [
    'refuses a form with a label format, whatever is loaded',
    [LABEL, A4],
    '4x6',
    'Chosen in the printer preferences: 101.6 x 152.4 mm. Needed: 210 x 297 mm.',
  ],
  [
    'refuses a form with a label format on a printer that names no media',
    [],
    '4x6',
    'Chosen in the printer preferences: 101.6 x 152.4 mm. Needed: 210 x 297 mm.',
  ],
] as const)('%s', (_, media_ready, insists, outcome) => {
  const decided = chooseMedia({ ...FORM, isLabel: false }, printer({ media_ready: [...media_ready] }), {
    printerId: 'p',
    defaultOrSpecific: insists ? 'specific' : 'default',
    paperFormat: insists ?? 'A4',
  })
  expect(decided.ok ? decided.media : decided.fault.description).toContain(outcome)
})

test('names the loaded and the needed media in a refusal', () => {
  const config = { printerId: 'p', defaultOrSpecific: 'default', paperFormat: '4x6' } as const
  expect(chooseMedia({ ...DOCUMENT, isLabel: true }, printer({ media_ready: [SMALL] }), config)).toMatchObject({
    fault: {
      description: expect.stringContaining('Loaded: 62 x 100 mm. Needed: 101.6 x 152.4 mm.') as string,
      media: { from: 'loaded', sizes: [{ width_mm: 62, height_mm: 100 }], needed: DOCUMENT },
    },
  })
})

const STRIP = { width_mm: 58.674, height_mm: 127 }

test.each([
  // rule                                     loaded   format      outcome
  ['accepts an endless roll for any length', [ROLL], 'roll_62', 'DK-22205'],
  [
    'refuses a roll that differs from the format',
    [ROLL],
    'roll_29',
    'Chosen in the printer preferences: endless roll of 29 mm.',
  ],
  ['refuses sheets with a roll format', [A4], 'roll_62', 'Loaded: 210 x 297 mm. Needed: endless roll of 62 mm.'],
] as const)('%s', (_, media_ready, insists, outcome) => {
  const config = { printerId: 'p', defaultOrSpecific: 'specific', paperFormat: insists } as const
  const decided = chooseMedia({ ...STRIP, isLabel: true }, printer({ media_ready: [...media_ready] }), config)
  expect(decided.ok ? decided.media : decided.fault.description).toContain(outcome)
})
