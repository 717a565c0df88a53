import { sheetFor } from '@postroom/domain/media/media-size'
import { expect, test } from 'vitest'
import { BLACK_BELOW, renderPages, runTool, type Page } from '../testing/read-back.ts'
import { wordsOf } from '../testing/words-of.ts'
import { renderEvidence, type EvidencePart } from './evidence.ts'

const drawn = (parts: readonly EvidencePart[], title = 'ZZ000000005GB') =>
  renderEvidence({
    title,
    introduction: 'Llewellyn Bindery Ltd, written on 24 November 2026.',
    parts,
    sheet: sheetFor('en-gb'),
    created_at: new Date(0),
  })
const textOf = (pdf: Uint8Array) => runTool('pdftotext', pdf, '-layout', 'FILE', '-').replaceAll(/\s+/g, ' ')

test('has every part with its rows, and is a sound PDF', async () => {
  const { pdf, pages } = await drawn([
    {
      title: 'Declared',
      rows: [
        ['Weight', '400 g'],
        ['To', 'Marguerite Llewellyn, 14 Heol y Gogledd'],
      ],
    },
    { title: 'Scanned', rows: [['20 November 2026, 17:30', 'Collected from the sender, Cardiff']] },
  ])
  expect(pages).toBe(1)
  expect(runTool('qpdf', pdf, '--check', 'FILE')).toContain('No syntax or stream encoding errors found')
  for (const words of ['Evidence', 'ZZ000000005GB', 'Declared', '400 g', 'Collected from the sender', 'page 1'])
    expect(textOf(pdf)).toContain(words)
})

test('continues on further sheets, and none of a hundred rows is lost', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => [`Scan ${n}`, `Depot ${n}, ${'Aberystwyth '.repeat(9)}`] as const)
  const { pdf, pages } = await drawn([{ title: 'Scanned', rows }])
  expect(pages).toBeGreaterThan(2)
  const text = textOf(pdf)
  for (const [name] of rows) expect(text).toContain(`${name} Depot`)
  expect(text).toContain(`page ${pages}`)
})

test('shows a character without a glyph as a question mark', async () => {
  const { pdf } = await drawn([{ title: 'Scanned', rows: [['at', 'Depot 東京']] }])
  expect(textOf(pdf)).toContain('Depot ??')
})

/** Two parts, of which the second continues on a second sheet. Its second row takes six lines. */
const namedRows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const n = from + at
    return [`Name${n}`, `Value${n}${n === 2 ? ' long'.repeat(60) : ''}`] as const
  })
const LONG: EvidencePart[] = [
  { title: 'Declared', rows: namedRows(1, 3) },
  { title: 'Scanned', rows: namedRows(4, 43) },
]

test.each([
  // word              sheet  left   top
  ['Evidence', 1, 20, 24],
  ['ZZ000000005GB', 1, 20, 34],
  ['Llewellyn', 1, 20, 38],
  ['Declared', 1, 20, 46],
  ['Name1', 1, 20, 54],
  ['Value1', 1, 72, 54],
  ['Name2', 1, 20, 60.1],
  ['Name3', 1, 20, 82.2],
  ['Scanned', 1, 20, 91.2],
  ['Name4', 1, 20, 99.2],
  ['Value29', 1, 72, 249.7],
  ['Name30', 2, 20, 25],
  ['Value43', 2, 72, 103.3],
])('%s stands on sheet %i, %d mm from the left and %d mm from the top', async (word, sheet, left, top) => {
  const { pdf } = await drawn(LONG)
  const found = wordsOf(pdf).find((placed) => placed.word === word)
  expect(found).toMatchObject({ page: sheet })
  expect(Math.abs(found!.left - left) + Math.abs(found!.top - top)).toBeLessThan(0.5)
})

test('wraps a value within the right margin, and numbers each sheet there', async () => {
  const { pdf } = await drawn(LONG)
  const words = wordsOf(pdf)
  expect(Math.max(...words.map(({ right }) => right))).toBeCloseTo(190, 0)
  const feet = words.filter(({ top }) => top > 280)
  expect(feet.map(({ page, word }) => [page, word])).toEqual(
    [1, 2].flatMap((page) => ['ZZ000000005GB', '·', 'page', `${page}`].map((word) => [page, word])),
  )
  expect(new Set(feet.map(({ top }) => top))).toEqual(new Set([283]))
  expect(feet.filter(({ word }) => /^\d$/.test(word)).map(({ right }) => right)).toEqual([190, 190])
})

/** Lines from margin to margin, in millimetres from the top. */
function rulesOn({ width, height, dots }: Page, dpi: number): number[] {
  const [from, to] = [Math.ceil((20.5 / 25.4) * dpi), Math.floor((189.5 / 25.4) * dpi)]
  const isRule = (y: number) => dots.subarray(y * width + from, y * width + to).every((grey) => grey < BLACK_BELOW)
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) => isRule(y) && !isRule(y - 1))
  return rows.map((y) => (y / dpi) * 25.4)
}

test('has a rule one millimetre above each row, and no other', async () => {
  const { pdf } = await drawn(LONG)
  const pages = await renderPages(pdf, 150)
  const names = wordsOf(pdf).filter(({ word }) => word.startsWith('Name'))
  for (const [at, page] of pages.entries()) {
    const rules = rulesOn(page, 150).filter((y) => y > 22) // the header has two
    const tops = names.filter((name) => name.page === at + 1).map(({ top }) => top)
    expect(rules).toHaveLength(tops.length)
    for (const [row, top] of tops.entries()) expect(Math.abs(top - rules[row]! - 1)).toBeLessThan(0.25)
  }
})

test.each([
  // rows before, sheet of the next part
  [30, 1],
  [31, 2],
])('after %i rows, a part with its first row begins on sheet %i', async (rows, sheet) => {
  const { pdf } = await drawn([
    { title: 'Declared', rows: Array.from({ length: rows }, (_, at) => [`Name${at}`, 'Value'] as const) },
    { title: 'Scanned', rows: [['Last', 'Value']] },
  ])
  const pagesOf = (word: string) => wordsOf(pdf).flatMap((placed) => (placed.word === word ? [placed.page] : []))
  expect([...pagesOf('Scanned'), ...pagesOf('Last')]).toEqual([sheet, sheet])
})
