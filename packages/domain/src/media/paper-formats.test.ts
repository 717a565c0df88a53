import { describe, expect, test } from 'vitest'
import { LABEL_FOR_FORMAT, stockFor } from './label-stock.ts'
import { holds } from './media-size.ts'
import { isOfFormat, MEDIA_OF_FORMAT, PAPER_FORMATS, smallestFor } from './paper-formats.ts'

const size = (width_mm: number, height_mm: number) => ({ width_mm, height_mm })
const roll = (width_mm: number) => ({ width_mm, height_mm: 1000, endless: true as const })

test.each([
  // media as a printer reports it             its formats
  ['DK-11241 as QL printers report it', size(102, 153), ['4x6']],
  ['4 × 6 in as IPP printers report it', size(101.6, 152.4), ['4x6']],
  ['a label of 4 × 4 in', size(101.6, 101.6), ['4x4']],
  ['DK-11247 as QL printers report it', size(104, 164), ['DK1247']],
  ['DK-11247 by the sizes of its drivers', size(103.632, 164.338), ['DK1247']],
  ['DK-11247 by the narrow sizes of its drivers', size(103.378, 162.56), ['DK1247']],
  ['a label with a doc tab', size(101.6, 171.45), ['doc_tab']],
  ['a sheet of A4', size(210, 297), ['A4']],
  ['US Letter counts as A4', size(215.9, 279.4), ['A4']],
  ['DK-22210', roll(29), ['roll_29']],
  ['DK-22225', roll(38), ['roll_38']],
  ['DK-22205', roll(62), ['roll_62']],
  ['a roll is identified by its width, at any length', { ...roll(62), height_mm: 3000 }, ['roll_62']],
  ['DK-22243 has no format in spec §9', roll(102), []],
  ['a cut label as wide as a roll is not a roll', size(62, 1000), []],
  ['a roll as large as a cut label is not a cut label', { ...size(102, 153), endless: true as const }, []],
] as const)('spec §9: %s', (_, reported, formats) => {
  expect(PAPER_FORMATS.filter((format) => isOfFormat(reported, format))).toEqual(formats)
})

test('each media size of a format belongs to no other format', () => {
  for (const format of PAPER_FORMATS)
    for (const known of MEDIA_OF_FORMAT[format])
      expect(PAPER_FORMATS.filter((other) => isOfFormat(known, other))).toEqual([format])
})

test.each([
  // format           holds a label of 4 × 6 in
  ['4x6', true],
  ['DK1247', true],
  ['doc_tab', true],
  ['A4', true],
  ['4x4', false],
  ['roll_62', false],
] as const)('%s holds a label of 4 × 6 in: %s', (format, expected) => {
  expect(holds(MEDIA_OF_FORMAT[format][0], size(101.6, 152.4))).toBe(expected)
})

test('the label drawn for a format fits all its media', () => {
  for (const format of PAPER_FORMATS) {
    const label = LABEL_FOR_FORMAT[format]
    const page = stockFor(label.size, label.label_name)?.page ?? { width: Infinity, height: Infinity }
    const document = size(page.width / 1000, page.height / 1000)
    expect(
      MEDIA_OF_FORMAT[format].filter((known) => !holds(known, document)),
      format,
    ).toEqual([])
  }
})

describe('the smallest media that holds a document', () => {
  const [label, doc_tab, a4] = [size(101.6, 152.4), size(101.6, 171.45), size(210, 297)]
  test.each([
    // rule                                loaded            document         format     chosen
    ['the smallest is chosen', [a4, doc_tab, label], size(100, 150), undefined, label],
    ['media as large as the document fits', [a4, label], label, undefined, label],
    ['a document half a millimetre too wide fits', [label], size(102.1, 152.4), undefined, label],
    ['a document two millimetres too wide does not fit', [label], size(103.6, 152.4), undefined, undefined],
    ['a document two millimetres too long does not fit', [label], size(101.6, 154.4), undefined, undefined],
    ['a set format excludes smaller media', [a4, doc_tab, label], size(100, 150), 'A4', a4],
    ['no media of the set format is loaded', [doc_tab, label], size(100, 150), 'A4', undefined],
    ['nothing is loaded', [], label, undefined, undefined],
  ] as const)('%s', (_rule, loaded, document, format, chosen) => {
    expect(smallestFor(loaded, document, format)).toBe(chosen)
  })
})
