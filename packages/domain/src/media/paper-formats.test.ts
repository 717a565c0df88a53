import { expect, test } from 'vitest'
import { LABEL_FOR_PAPER, stockFor } from './label-stock.ts'
import { holds, isOfFormat, PAPER_FORMATS, PAPERS_OF_FORMAT } from './paper-formats.ts'

const paper = (width_mm: number, height_mm: number) => ({ width_mm, height_mm })
const roll = (width_mm: number) => ({ width_mm, height_mm: 1000, endless: true as const })

test.each([
  // what a printer tells                      the formats it counts as
  ['DK-11241 as QL printers tell it', paper(102, 153), ['4x6']],
  ['4 × 6 in as IPP printers tell it', paper(101.6, 152.4), ['4x6']],
  ['DK-11247 as QL printers tell it', paper(104, 164), ['DK1247']],
  ['DK-11247 by the sizes of its drivers', paper(103.632, 164.338), ['DK1247']],
  ['and by the narrow ones', paper(103.378, 162.56), ['DK1247']],
  ['a label with a doc tab', paper(101.6, 171.45), ['doc_tab']],
  ['a sheet of A4', paper(210, 297), ['A4']],
  ['the sheet of other locales counts as the sheet', paper(215.9, 279.4), ['A4']],
  ['DK-22210', roll(29), ['roll_29']],
  ['DK-22225', roll(38), ['roll_38']],
  ['DK-22205', roll(62), ['roll_62']],
  ['a roll is as good as any of its length', { ...roll(62), height_mm: 3000 }, ['roll_62']],
  ['DK-22243 is none of spec §9', roll(102), []],
  ['a cut label is no roll of its width', paper(62, 1000), []],
  ['a roll is no cut label of its size', { ...paper(102, 153), endless: true as const }, []],
] as const)('spec §9: %s', (_, told, formats) => {
  expect(PAPER_FORMATS.filter((format) => isOfFormat(told, format))).toEqual(formats)
})

test('every paper of a format counts as it, and as no other', () => {
  for (const format of PAPER_FORMATS)
    for (const known of PAPERS_OF_FORMAT[format])
      expect(PAPER_FORMATS.filter((other) => isOfFormat(known, other))).toEqual([format])
})

test.each([
  // paper            holds a label of 4 × 6 in
  ['4x6', true],
  ['DK1247', true],
  ['doc_tab', true],
  ['A4', true],
  ['roll_62', false],
] as const)('%s holds a label of 4 × 6 in: %s', (format, expected) => {
  expect(holds(PAPERS_OF_FORMAT[format][0], paper(101.6, 152.4))).toBe(expected)
})

test('the label that is drawn for a paper fits on it', () => {
  for (const format of PAPER_FORMATS) {
    const { size, label_name } = LABEL_FOR_PAPER[format]
    const page = stockFor(size, label_name)?.page ?? { width: Infinity, height: Infinity }
    const document = paper(page.width / 1000, page.height / 1000)
    expect(
      PAPERS_OF_FORMAT[format].filter((known) => !holds(known, document)),
      format,
    ).toEqual([])
  }
})
