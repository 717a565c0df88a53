import { expect, test } from 'vitest'
import { mediaOfKind } from './media-of-kind.ts'

const LABEL = { name: 'na_index-4x6_4x6in', width_mm: 101.6, height_mm: 152.4 }
const A4 = { name: 'iso_a4_210x297mm', width_mm: 210, height_mm: 297 }
const DK_11247 = { name: 'DK-11247', width_mm: 104, height_mm: 164 }
const DK_22205 = { name: 'DK-22205', width_mm: 62, height_mm: 1000, endless: true } as const

test.each([
  // rule                                              kind       format      loaded             supported  media
  ['the smallest loaded media that hold the usual format', 'mailing', undefined, [A4, DK_11247], [], DK_11247],
  ['sheets for forms', 'form', undefined, [LABEL, A4], [], A4],
  ['any loaded media if the usual format does not fit', 'mailing', undefined, [DK_22205], [], DK_22205],
  ['supported media if the printer does not report what is loaded', 'shipping', undefined, [], [A4, LABEL], LABEL],
  [
    'the format of the preferences, with the name the printer gives it',
    'mailing',
    'DK1247',
    [LABEL, DK_11247],
    [],
    DK_11247,
  ],
] as const)('%s', (_, kind, insists, loaded, media, expected) => {
  const config = {
    printerId: 'p',
    defaultOrSpecific: insists ? 'specific' : 'default',
    paperFormat: insists ?? '4x6',
  } as const
  expect(mediaOfKind(kind, config, { media_ready: [...loaded], media: [...media] })).toEqual(expected)
})

test.each([
  // default media of the queue   media
  [A4, A4],
  [DK_22205, LABEL], // too narrow for the usual format
  [undefined, LABEL],
])('a queue with default media %j prints on %j', (media_default, media) => {
  const config = { printerId: 'p', defaultOrSpecific: 'default', paperFormat: '4x6' } as const
  const printer = { media_ready: [], media: [A4, LABEL], ...(media_default && { media_default }) }
  expect(mediaOfKind('mailing', config, printer)).toEqual(media)
})

test.each([
  ['default', { width_mm: 101.6, height_mm: expect.closeTo(152.4) as number }],
  ['specific', { width_mm: 62, height_mm: 1000, endless: true }],
] as const)('uses the format of the preferences if a printer reports no media: %s', (defaultOrSpecific, media) => {
  const config = { printerId: 'p', defaultOrSpecific, paperFormat: 'roll_62' } as const
  expect(mediaOfKind('mailing', config, { media_ready: [], media: [] })).toMatchObject(media)
})
