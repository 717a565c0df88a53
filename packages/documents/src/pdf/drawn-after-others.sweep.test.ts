import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { aCustomsForm, aSale } from '../testing/customs-form-builder.ts'
import { aLabel, anAddress } from '../testing/label-builder.ts'
import { LABEL_KINDS } from '../testing/label-kinds.ts'
import { runTool } from '../testing/read-back.ts'
import { aReceipt } from '../testing/receipt-builder.ts'
import { runs } from '@postroom/domain/testing/sweep'

/** Newly loaded renderers, as in a process that has just started. */
async function freshRenderers() {
  vi.resetModules()
  const [label, cn22, cn23, invoice, receipt, page] = await Promise.all([
    import('../label/label.ts'),
    import('../customs/cn22.ts'),
    import('../customs/cn23.ts'),
    import('../customs/invoice.ts'),
    import('../account/receipt.ts'),
    import('../test-page/test-page.ts'),
  ])
  return { ...label, ...cn22, ...cn23, ...invoice, ...receipt, ...page }
}
type Renderers = Awaited<ReturnType<typeof freshRenderers>>
type Draw = (renderers: Renderers) => Promise<{ pdf: Uint8Array }>

/** Plain letters, letters with accents, ligatures, and accents typed after their letter. */
const NAMES = [
  'William Watson',
  'Ŵyn ŴŶ',
  'Åsa Øre',
  'A\u030Asa Ångström',
  'ffi fl office',
  'Œuvre Æsir ĲĳŁł',
  'Nguyễn Ộ',
  'Ωμέγα Ά',
  'Ђорђе Й',
]
const addressee = (name: string) => anAddress({ name, company_name: name })

/** Every kind of label; then a label, each form, an invoice and a receipt for every name; and a test page. */
const DRAWINGS: readonly Draw[] = [
  ...LABEL_KINDS.map(
    ([, asked]): Draw =>
      (renderers) =>
        renderers.renderLabel(aLabel(asked)),
  ),
  ...NAMES.flatMap((name): Draw[] => [
    ({ renderLabel }) => renderLabel(aLabel({ to: addressee(name) })),
    ({ renderCn22 }) => renderCn22(aCustomsForm({ from: addressee(name) })),
    ({ renderCn23 }) => renderCn23(aSale({ to: addressee(name) })),
    ({ renderInvoice }) => renderInvoice(aSale({ from: addressee(name) })),
    ({ renderReceipt }) => renderReceipt(aReceipt({ account_name: name })),
  ]),
  ({ renderTestPage, testPageOn }) => renderTestPage(testPageOn({ width_mm: 62 })),
]

const digestOf = ({ pdf }: { pdf: Uint8Array }) => createHash('sha256').update(pdf).digest('hex')

test(
  'a document has the same bytes whatever the process drew before or draws at the same time',
  { timeout: 180_000 },
  async () => {
    const alone: string[] = []
    for (const draw of DRAWINGS) alone.push(digestOf(await draw(await freshRenderers())))
    const order = fc.shuffledSubarray([...DRAWINGS.keys()], { minLength: 2, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async (drawn, atOnce) => {
        const renderers = await freshRenderers()
        const digests: string[] = []
        if (atOnce) digests.push(...(await Promise.all(drawn.map((at) => DRAWINGS[at]!(renderers)))).map(digestOf))
        else for (const at of drawn) digests.push(digestOf(await DRAWINGS[at]!(renderers)))
        expect(digests).toEqual(drawn.map((at) => alone[at]))
      }),
      runs(20),
    )
  },
)

test.each([
  ['Ŵyn', 'William Watson'],
  ['Ångström', 'Anna Andersson'],
  ['Éloïse Ïñÿ', 'Eleanor Ivy Iyn'],
  ['ffi fl', 'Griffin Office f i'],
])('after a label for %s, the text layer of a label for %s is complete', async (before, name) => {
  const { renderLabel } = await freshRenderers()
  await renderLabel(aLabel({ to: anAddress({ name: before }) }))
  const { pdf } = await renderLabel(aLabel({ to: anAddress({ name }) }))
  expect(runTool('pdftotext', pdf, '-raw', 'FILE', '-')).toContain(name)
})
