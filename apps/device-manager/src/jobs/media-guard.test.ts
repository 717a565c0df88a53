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
  // rule                                             printer                                        insists on   outcome
  ['exact paper is taken', { media_ready: [A4, LABEL] }, undefined, '4x6'],
  ['the smallest that holds it is taken', { media_ready: [A4, DK11247] }, undefined, '103x164'],
  ['a millimetre is within the cut', { media_ready: [DK11241] }, undefined, '102x152'],
  ['a label fits on a sheet', { media_ready: [A4] }, undefined, 'A4'],
  ['a small roll is refused', { media_ready: [SMALL] }, undefined, 'media_mismatch'],
  ['what is loaded counts, not what could be', { media: [LABEL], media_ready: [SMALL] }, undefined, 'media_mismatch'],
  ['who does not know what is loaded is asked what fits', { media: [SMALL, LABEL] }, undefined, '4x6'],
  ['who knows nothing of paper is trusted', {}, undefined, undefined],
  ['insisting on labels refuses sheets', { media_ready: [A4] }, '4x6', 'media_mismatch'],
  ['insisting on the larger label refuses the smaller', { media_ready: [DK11241] }, 'DK1247', 'media_mismatch'],
  ['insisting on the larger label takes it', { media_ready: [DK11241, DK11247] }, 'DK1247', '103x164'],
  ['insisting on a narrow roll refuses what it cannot hold', { media_ready: [ROLL] }, 'roll_62', 'media_mismatch'],
  ['insisting on A4 takes A4', { media_ready: [LABEL, A4] }, 'A4', 'A4'],
  ['200 dots per inch are too few', { media_ready: [LABEL], resolutions_dpi: [203] }, undefined, 'resolution_too_low'],
  ['one good resolution is enough', { media_ready: [LABEL], resolutions_dpi: [203, 300] }, undefined, '4x6'],
] as const)('%s', (_, changes, insists, outcome) => {
  const decided = chooseMedia(DOCUMENT, printer(changes as Partial<Printer>), {
    printerId: 'p',
    defaultOrSpecific: insists ? 'specific' : 'default',
    paperFormat: insists ?? '4x6',
  })
  expect(decided.ok ? decided.media : decided.fault.code).toBe(outcome)
})

const FORM = { width_mm: 210, height_mm: 297 }

test.each([
  // rule                                            loaded           insists on  outcome
  ['a form takes the sheet, not the label', [LABEL, A4], undefined, 'A4'],
  ['a form on a label roll is refused', [LABEL], undefined, 'Loaded: 101.6 x 152.4 mm. Needed: 210 x 297 mm.'],
  ['a form on letter paper is refused', [LETTER], undefined, 'Loaded: 215.9 x 279.4 mm. Needed: 210 x 297 mm.'],
  [
    'a form where the preferences insist on labels is refused, whatever is loaded',
    [LABEL, A4],
    '4x6',
    'Chosen in the printer preferences: 101.6 x 152.4 mm. Needed: 210 x 297 mm.',
  ],
  [
    'it is refused as well by a printer that knows nothing of paper',
    [],
    '4x6',
    'Chosen in the printer preferences: 101.6 x 152.4 mm. Needed: 210 x 297 mm.',
  ],
] as const)('%s', (_, media_ready, insists, outcome) => {
  const decided = chooseMedia(FORM, printer({ media_ready: [...media_ready] }), {
    printerId: 'p',
    defaultOrSpecific: insists ? 'specific' : 'default',
    paperFormat: insists ?? 'A4',
  })
  expect(decided.ok ? decided.media : decided.fault.description).toContain(outcome)
})

test('a refusal names the loaded and the needed paper', () => {
  const config = { printerId: 'p', defaultOrSpecific: 'default', paperFormat: '4x6' } as const
  expect(chooseMedia(DOCUMENT, printer({ media_ready: [SMALL] }), config)).toMatchObject({
    fault: {
      description: expect.stringContaining('Loaded: 62 x 100 mm. Needed: 101.6 x 152.4 mm.') as string,
      media: { from: 'loaded', sizes: [{ width_mm: 62, height_mm: 100 }], needed: DOCUMENT },
    },
  })
})

const STRIP = { width_mm: 58.674, height_mm: 127 }

test.each([
  // rule                                     loaded   insists on  outcome
  ['an endless roll holds any length', [ROLL], 'roll_62', 'DK-22205'],
  [
    'another roll is not the one chosen',
    [ROLL],
    'roll_29',
    'Chosen in the printer preferences: endless roll of 29 mm.',
  ],
  ['a cut label is no roll', [A4], 'roll_62', 'Loaded: 210 x 297 mm. Needed: endless roll of 62 mm.'],
] as const)('%s', (_, media_ready, insists, outcome) => {
  const config = { printerId: 'p', defaultOrSpecific: 'specific', paperFormat: insists } as const
  const decided = chooseMedia(STRIP, printer({ media_ready: [...media_ready] }), config)
  expect(decided.ok ? decided.media : decided.fault.description).toContain(outcome)
})
