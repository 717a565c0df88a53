import { expect, test } from 'vitest'
import { anOfficePrinter } from '../testing/an-office-printer.ts'
import { mediaFor, mismatch, sizeInName } from './media.ts'

test('names the nearest media in a refusal, not all forty', () => {
  const { fault } = mismatch('loaded', anOfficePrinter(10).media, { width_mm: 101.6, height_mm: 171.45 })
  expect(fault.media?.sizes).toHaveLength(3)
  expect(fault.description).toContain('Loaded: 92.1 x 165.1 mm')
  expect(fault.description).not.toContain('210 x 297')
})

const [A4, A5, LABEL] = [
  { name: 'iso_a4_210x297mm', width_mm: 210, height_mm: 297 },
  { name: 'iso_a5_148x210mm', width_mm: 148, height_mm: 210 },
  { name: 'na_index-4x6_4x6in', width_mm: 101.6, height_mm: 152.4 },
]
const order = (media: string | undefined, { width_mm, height_mm } = LABEL) =>
  ({ media, width_mm, height_mm }) as Parameters<typeof mediaFor>[0]

test.each([
  // chosen                document  media of the printer   requested
  [undefined, LABEL, [], { ok: true, media: undefined }],
  ['any', LABEL, [], { ok: true, media: 'any' }],
  [undefined, LABEL, [A4, LABEL], { ok: true, media: LABEL.name, size: LABEL }],
  [A4.name, LABEL, [A4, LABEL], { ok: true, media: A4.name, size: A4 }],
])('requests for the media %s', (chosen, document, media, decided) => {
  expect(mediaFor(order(chosen, document), { from: 'offered', media })).toEqual(decided)
})

test.each([
  // chosen          from       code                 needed
  [undefined, 'loaded', 'media_mismatch', { width_mm: 101.6, height_mm: 152.4 }],
  [undefined, 'offered', 'media_not_offered', { width_mm: 101.6, height_mm: 152.4 }],
  [A5.name, 'loaded', 'media_mismatch', { width_mm: 148, height_mm: 210 }],
  ['unknown', 'loaded', 'media_mismatch', { width_mm: 101.6, height_mm: 152.4 }],
] as const)('refuses the media %s that is not %s', (chosen, from, code, needed) => {
  expect(mediaFor(order(chosen), { from, media: [A4] })).toMatchObject({
    ok: false,
    fault: { code, media: { from, sizes: [{ width_mm: 210, height_mm: 297 }], needed } },
  })
})

test('rounds to tenths in words, and says what a roll is', () => {
  const roll = { width_mm: 62.04, height_mm: 999, endless: true as const }
  const { fault } = mismatch('preferences', [roll, { width_mm: 50.06, height_mm: 999 }], LABEL)
  expect(fault.description).toMatch(
    /Chosen in the printer preferences: endless roll of 62 mm, 50\.1 x 999 mm\. Needed: 101\.6 x 152\.4 mm\.$/,
  )
  expect(fault.media?.sizes).toEqual([roll, { width_mm: 50.06, height_mm: 999 }])
})

test.each([
  ['na_index-4x6_4x6in', { width_mm: 101.6, height_mm: expect.closeTo(152.4, 6) as number }],
  ['iso_a4_210x297mm', { width_mm: 210, height_mm: 297 }],
  ['om_x_62.5x100.5mm', { width_mm: 62.5, height_mm: 100.5 }],
  ['om_x_62x100cm', undefined],
  ['A4', undefined],
])('the size in the name %s', (name, size) => expect(sizeInName(name)).toEqual(size))
