import { expect, test } from 'vitest'
import { mediaOfKind } from './media-of-kind.ts'

const LABEL = { name: 'na_index-4x6_4x6in', width_mm: 101.6, height_mm: 152.4 }
const A4 = { name: 'iso_a4_210x297mm', width_mm: 210, height_mm: 297 }
const DK_11247 = { name: 'DK-11247', width_mm: 104, height_mm: 164 }
const DK_22205 = { name: 'DK-22205', width_mm: 62, height_mm: 1000, endless: true } as const

test.each([
  // rule                                              kind       insists on  loaded             can take   the media
  ['the smallest that holds what is usual', 'mailing', undefined, [A4, DK_11247], [], DK_11247],
  ['forms are usually sheets', 'form', undefined, [LABEL, A4], [], A4],
  ['what is loaded, when nothing usual would fit', 'mailing', undefined, [DK_22205], [], DK_22205],
  ['what it could take, when it does not tell', 'shipping', undefined, [], [A4, LABEL], LABEL],
  ['the one insisted on, by the name of the printer', 'mailing', 'DK1247', [LABEL, DK_11247], [], DK_11247],
] as const)('%s', (_, kind, insists, loaded, media, expected) => {
  const config = {
    printerId: 'p',
    defaultOrSpecific: insists ? 'specific' : 'default',
    paperFormat: insists ?? '4x6',
  } as const
  expect(mediaOfKind(kind, config, { media_ready: [...loaded], media: [...media] })).toEqual(expected)
})

test.each([
  // what the queue is set to   the media
  [A4, A4],
  [DK_22205, LABEL], // too narrow for what is usual
  [undefined, LABEL],
])('a queue that is set to %j prints on %j', (media_default, media) => {
  const config = { printerId: 'p', defaultOrSpecific: 'default', paperFormat: '4x6' } as const
  const printer = { media_ready: [], media: [A4, LABEL], ...(media_default && { media_default }) }
  expect(mediaOfKind('mailing', config, printer)).toEqual(media)
})

test.each([
  ['default', { width_mm: 101.6, height_mm: expect.closeTo(152.4) as number }],
  ['specific', { width_mm: 62, height_mm: 1000, endless: true }],
] as const)('a printer that names no media is told what its preferences say: %s', (defaultOrSpecific, media) => {
  const config = { printerId: 'p', defaultOrSpecific, paperFormat: 'roll_62' } as const
  expect(mediaOfKind('mailing', config, { media_ready: [], media: [] })).toMatchObject(media)
})
