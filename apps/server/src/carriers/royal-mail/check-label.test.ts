import { expect, it } from 'vitest'
import { stubLabel } from '../../testing/click-and-drop/stub-label.ts'
import { checkLabel, pageFor } from './check-label.ts'

const FORMAT = { width_mm: 101.6, height_mm: 152.4 }
const STOCK = { size: '4x6', label_name: '' } as const
const NUMBERS = ['TT021354698GB', 'TT021354707GB']
const pdfOf = (numbers: readonly (string | undefined)[], format = FORMAT) =>
  stubLabel(
    {
      orderIdentifier: 7,
      createdOn: '2026-11-20T10:00:00Z',
      packages: numbers.map((trackingNumber) => ({ trackingNumber })),
    },
    format,
  )
const check = async (
  drawn: readonly (string | undefined)[],
  { numbers = drawn.flatMap((one) => one ?? []), items = drawn.length, format = FORMAT, stock = STOCK as never } = {},
) => checkLabel(await pdfOf(drawn, format), { stock, items, numbers })

it('a page for each item, on which its bar code is read, can be sold unchanged', async () => {
  expect(await check(NUMBERS)).toEqual({ label: await pdfOf(NUMBERS), width_mm: 101.6, height_mm: 152.4 })
  expect(await check([undefined])).toHaveProperty('label')
})

it.each<[string, Parameters<typeof check>, string]>([
  ['too few pages', [NUMBERS, { items: 3 }], 'Royal Mail made 2 pages for 3 labels.'],
  ['too many pages', [NUMBERS, { items: 1 }], 'Royal Mail made 2 pages for 1 labels.'],
  ['the number of another item', [NUMBERS.slice(0, 1), { numbers: NUMBERS.slice(1) }], `The bar code of ${NUMBERS[1]}`],
])('%s cannot be sold', async (_what, asked, unusable) => {
  expect(await check(...asked)).toEqual({ unusable: expect.stringContaining(unusable) as unknown })
})

it.each([
  [103.5, 152.4, true],
  [104.5, 152.4, false],
  [99.8, 152.4, true],
  [98.5, 152.4, false],
  [101.6, 154.3, true],
  [101.6, 155.4, false],
])('a page of %f × %f mm can be sold: %s', async (width_mm, height_mm, isSold) => {
  const checked = await check(NUMBERS.slice(0, 1), { format: { width_mm, height_mm } })
  if (isSold) expect(checked).toMatchObject({ width_mm: 101.6, height_mm: 152.4 })
  else expect(checked).toEqual({ unusable: expect.stringContaining('the chosen label is 102 × 152 mm') as unknown })
})

it('a page of an unknown stock cannot be sold', async () => {
  const stock = { size: '4x6', label_name: 'no such stock' } as never
  expect(pageFor(stock)).toBeUndefined()
  const unusable = 'The account at Royal Mail makes labels of 102 × 152 mm. Its label format can be changed there.'
  expect(await check(NUMBERS.slice(0, 1), { stock })).toEqual({ unusable })
})

it('sheets of several labels hold no page of the carrier', () => {
  const pages = ['A4', 'L7167', 'L7163', 'L7168'].map((label_name) => pageFor({ size: 'A4', label_name }))
  expect(pages).toEqual([{ width_mm: 210, height_mm: 297 }, { width_mm: 210, height_mm: 297 }, undefined, undefined])
})

it('what is no PDF may be better later', async () => {
  const asked = { stock: STOCK, items: 1, numbers: [] }
  await expect(checkLabel(Buffer.from('no PDF'), asked)).rejects.toThrow()
})
