import { sheetFor } from '@postroom/domain/media/media-size'
import { expect, test } from 'vitest'
import { runTool } from '../testing/read-back.ts'
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
