import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '@postroom/domain/testing/sweep'
import { renderReceipt } from '../account/receipt.ts'
import { renderCn22 } from '../customs/cn22.ts'
import { renderCn23 } from '../customs/cn23.ts'
import { renderInvoice } from '../customs/invoice.ts'
import { renderLabel } from '../label/label.ts'
import { aCustomsForm, aSale } from '../testing/customs-form-builder.ts'
import { aLabel } from '../testing/label-builder.ts'
import { runTool } from '../testing/read-back.ts'
import { aReceipt } from '../testing/receipt-builder.ts'
import { fontOf } from './fonts.ts'
import { unprintableIn } from './glyphs.ts'
import { newPdf } from './pdf.ts'
import { remembered } from './remembered.ts'

test.each([
  // document                                  at most, in bytes
  ['a label', () => renderLabel(aLabel()), 12_000],
  ['a receipt', () => renderReceipt(aReceipt()), 12_000],
  ['a CN 22', () => renderCn22(aCustomsForm()), 13_000],
  ['a CN 23', () => renderCn23(aSale()), 15_000],
  ['an invoice', () => renderInvoice(aSale()), 13_500],
])('%s is small', async (_document, draw, most) => {
  expect((await draw()).pdf.length).toBeLessThan(most)
})

const digestOf = ({ pdf }: { pdf: Uint8Array }): string => createHash('sha256').update(pdf).digest('hex')

/** Draws a label and a receipt in another process, in the given order. @returns their hashes */
const inAnotherProcess = (order: readonly ('label' | 'receipt')[]): Record<string, string> => {
  const script = `
    const { createHash } = await import('node:crypto')
    const { renderLabel } = await import(${JSON.stringify(new URL('../label/label.ts', import.meta.url).href)})
    const { renderReceipt } = await import(${JSON.stringify(new URL('../account/receipt.ts', import.meta.url).href)})
    const { aLabel } = await import(${JSON.stringify(new URL('../testing/label-builder.ts', import.meta.url).href)})
    const { aReceipt } = await import(${JSON.stringify(new URL('../testing/receipt-builder.ts', import.meta.url).href)})
    const draw = { label: () => renderLabel(aLabel()), receipt: () => renderReceipt(aReceipt()) }
    const hashes = {}
    for (const type of ${JSON.stringify(order)})
      hashes[type] = createHash('sha256').update((await draw[type]()).pdf).digest('hex')
    process.stdout.write(JSON.stringify(hashes))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }))
}

test('a document has the same bytes in every process, whatever was drawn before', { timeout: 60_000 }, async () => {
  const here = { label: digestOf(await renderLabel(aLabel())), receipt: digestOf(await renderReceipt(aReceipt())) }
  expect(inAnotherProcess(['label', 'receipt'])).toEqual(here)
  expect(inAnotherProcess(['receipt', 'label'])).toEqual(here)
})

const characters = fontOf('regular').font.characterSet.map((codePoint) => String.fromCodePoint(codePoint))
const shown = characters.filter((character) => unprintableIn([character]).length === 0 && character.trim() !== '')

/** Parts of a property, each within the time of a test. */
const PARTS = [1, 2, 3, 4]

test.each(PARTS)('a text of any printable characters is in the text layer, in both faces, part %i', () => {
  expect(shown.length).toBeGreaterThan(600)
  const word = fc.array(fc.constantFrom(...shown), { minLength: 1, maxLength: 12 }).map((some) => some.join(''))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), (words) => {
      const doc = newPdf('Words', new Date(0), { width_mm: 210, height_mm: 297 })
      for (const [at, each] of words.entries()) doc.font(at % 2 === 0 ? 'regular' : 'bold', 10).text(each, 10, 20 * at)
      const read = runTool('pdftotext', doc.end(), '-raw', 'FILE', '-')
      for (const each of words) expect(bare(read)).toContain(bare(each))
    }),
    runs(5),
  )
})

test('a page with every printable character has each in its text layer', () => {
  const doc = newPdf('Characters', new Date(0), { width_mm: 210, height_mm: 297 }).font('regular', 10)
  const rows = Array.from({ length: Math.ceil(shown.length / 20) }, (_, at) => shown.slice(20 * at, 20 * (at + 1)))
  for (const [at, row] of rows.entries()) doc.text(row.join(''), 10, 20 * at)
  const read = bare(runTool('pdftotext', doc.end(), '-raw', 'FILE', '-'))
  for (const row of rows) expect(read).toContain(bare(row.join('')))
})

/** Text without the differences between characters that share a glyph, such as the Greek capital Α. */
const bare = (text: string): string => text.normalize('NFKC').replaceAll(/\s/g, '')

test('what is remembered stays bounded and is made again when it was forgotten', () => {
  const made: string[] = []
  const upper = remembered(2, (key) => {
    made.push(key)
    return key.toUpperCase()
  })
  expect(['a', 'b', 'a', 'c', 'a', 'c'].map(upper)).toEqual(['A', 'B', 'A', 'C', 'A', 'C'])
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})
