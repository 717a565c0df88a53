import { sheetFor } from '@postroom/domain/media/media-size'
import { describe, expect, test } from 'vitest'
import { renderCn22 } from '../customs/cn22.ts'
import { renderCn23 } from '../customs/cn23.ts'
import { renderInvoice } from '../customs/invoice.ts'
import { renderLabel } from './label.ts'
import type { RenderedDocument } from '../pdf/pdf.ts'
import { renderReceipt } from '../account/receipt.ts'
import { renderTestPage, testPageOn } from '../test-page/test-page.ts'
import { aCustomsForm, aSale } from '../testing/customs-form-builder.ts'
import { aLabel } from '../testing/label-builder.ts'
import { aReceipt, aPriceLine } from '../testing/receipt-builder.ts'
import { BLACK_BELOW, runTool, renderPages } from '../testing/read-back.ts'

type Sheet = ReturnType<typeof sheetFor>
/** A receipt with the maximum number of price lines. */
const LONG = { lines: Array.from({ length: 16 }, (_, at) => aPriceLine('postage', `Line ${at}`, 10)) }

const DRAWN: [what: string, draw: (sheet: Sheet) => Promise<RenderedDocument>][] = [
  ['receipt', (sheet) => renderReceipt(aReceipt({ sheet }))],
  [
    'long receipt',
    (sheet) => renderReceipt(aReceipt({ ...LONG, sheet, item_numbers: ['ZZ000000005GB', 'ZZ000000014GB'] })),
  ],
  ['CN 22', (sheet) => renderCn22(aCustomsForm({ sheet }))],
  ['CN 23', (sheet) => renderCn23(aSale({ sheet }))],
  ['commercial invoice', (sheet) => renderInvoice(aSale({ sheet }))],
  ['label in the middle of a sheet', (sheet) => renderLabel(aLabel({ sheet, size: 'A4' }))],
  ['label at the corner of a sheet', (sheet) => renderLabel(aLabel({ sheet, size: '1X' }))],
  ['test page', (sheet) => renderTestPage(testPageOn(sheet))],
]

/** Width and height of every page in points, from pdfinfo. */
const pagesOf = (pdf: Uint8Array): number[][] =>
  Array.from(runTool('pdfinfo', pdf, '-l', '99', 'FILE').matchAll(/size: +([\d.]+) x ([\d.]+) pts/g), ([, ...sides]) =>
    sides.map(Number),
  )

describe.each([
  // locale, width and height in points
  ['en-GB', 595.28, 841.89],
  ['fr-FR', 612, 792],
  ['en-US', 612, 792],
])('in the locale %s', (locale, width, height) => {
  test.each(DRAWN)('draws a %s on the sheet of the locale (spec §9), inside its edges', async (_what, draw) => {
    const sheet = sheetFor(locale)
    const { pdf, pages, ...size } = await draw(sheet)
    expect(size.width_mm).toBeCloseTo(sheet.width_mm)
    expect(size.height_mm).toBeCloseTo(sheet.height_mm)
    const sizes = pagesOf(pdf)
    expect(sizes.length).toBe(pages)
    for (const [x = 0, y = 0] of sizes) {
      // page sizes are rounded to whole dots at 300 dpi
      expect(Math.abs(x - width)).toBeLessThanOrEqual(0.13)
      expect(Math.abs(y - height)).toBeLessThanOrEqual(0.13)
    }
    const [page] = await renderPages(pdf, 100)
    const last = page!.dots.findLastIndex((dot) => dot < BLACK_BELOW)
    expect(Math.floor(last / page!.width)).toBeLessThan(page!.dots.length / page!.width - 2)
  })

  test('a sheet of labels is A4 in every locale', async () => {
    const { pdf } = await renderLabel(
      aLabel({ sheet: sheetFor(locale), size: 'A4', label_name: 'L7163', packaging: 'letter' }),
    )
    expect(pagesOf(pdf)[0]![1]).toBeCloseTo(841.89, 0)
  })
})

test('centres the label on A4 and on US Letter', async () => {
  for (const locale of ['en-GB', 'en-US']) {
    const [page] = await renderPages((await renderLabel(aLabel({ sheet: sheetFor(locale), size: 'A4' }))).pdf, 100)
    const { width, dots } = page!
    const black = dots.findIndex((dot) => dot < BLACK_BELOW)
    const last = dots.findLastIndex((dot) => dot < BLACK_BELOW)
    const below = dots.length / width - 1 - Math.floor(last / width)
    expect(Math.abs(Math.floor(black / width) - below)).toBeLessThan(25)
  }
})
