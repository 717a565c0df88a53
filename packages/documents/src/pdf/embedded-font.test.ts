import { expect, test } from 'vitest'
import { runTool } from '../testing/read-back.ts'
import { newPdf } from './pdf.ts'

/** The fonts of a document with a text in each face, as another reader lists them: name, kind, embedded, a subset, with characters. */
function fontsOf(...[regular, bold]: [string, string]): string[][] {
  const doc = newPdf('Fonts', new Date(0), { width_mm: 102, height_mm: 152 })
  doc.font('regular', 10).text(regular, 10, 10).font('bold', 10).text(bold, 10, 30)
  const [, , ...rows] = runTool('pdffonts', doc.end(), 'FILE').trim().split('\n')
  return rows.map((row) => row.split(/\s+/).slice(0, 7))
}
const namesOf = (fonts: string[][]) => fonts.map(([name]) => name!)

test('each face is a subset under a tag of six capitals, with its characters', () => {
  const fonts = fontsOf('Large Letter', 'SIGNED FOR')
  for (const [name, ...kind] of fonts) {
    expect(name).toMatch(/^[A-Z]{6}\+[A-Za-z]+-[A-Za-z]+$/)
    expect(kind).toEqual(['CID', 'TrueType', 'Identity-H', 'yes', 'yes', 'yes'])
  }
  expect(namesOf(fonts).map((name) => name.split('-')[1])).toEqual(['Regular', 'Bold'])
})

test('the same glyphs have the same tag; other glyphs, or the same in another order, have another', () => {
  const [first, again, other, turned] = [
    ['Post', 'Post'],
    ['Post', 'stoP'],
    ['Pest', 'Posts'],
    ['tsoP', 'Port'],
  ].map(([regular, bold]) => namesOf(fontsOf(regular!, bold!)))
  expect(first![0]).toBe('YCPJDA+NotoSans-Regular')
  expect(again![0]).toBe(first![0])
  expect(new Set([first![0], other![0], turned![0]]).size).toBe(3)
  expect(first![1]).toBe(other![1])
  expect(new Set([first![1], again![1], turned![1]]).size).toBe(3)
})
