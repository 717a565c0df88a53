import { finish, newPdf } from '@postroom/documents/pdf/pdf'
import { expect, it, test } from 'vitest'
import { stubLabel } from '../../testing/click-and-drop/stub-label.ts'
import { checkLabel, pageFor } from './check-label.ts'

const STOCK = { size: '4x6', label_name: '' } as const
const PAGE = { width_mm: 101.6, height_mm: 152.4 }
const NUMBER = 'TT021354698GB'
const labelOf = (numbers: (string | undefined)[], page = PAGE) =>
  stubLabel(
    {
      orderIdentifier: 1001,
      createdOn: '2026-11-20T10:00:00Z',
      packages: numbers.map((trackingNumber) => ({ trackingNumber })),
    },
    page,
  )

test.each<[string, (string | undefined)[], { items: number; numbers: string[] }, typeof PAGE, RegExp | undefined]>([
  ['with its number', [NUMBER], { items: 1, numbers: [NUMBER] }, PAGE, undefined],
  ['with another code', [undefined], { items: 1, numbers: [] }, PAGE, undefined],
  [
    'that is two millimetres off',
    [NUMBER],
    { items: 1, numbers: [NUMBER] },
    { width_mm: 103.4, height_mm: 150.6 },
    undefined,
  ],
  [
    'that is too wide',
    [NUMBER],
    { items: 1, numbers: [] },
    { ...PAGE, width_mm: 104.2 },
    /labels of 104 × 152 mm and the chosen label is 102 × 152/,
  ],
  ['that is too low', [NUMBER], { items: 1, numbers: [] }, { ...PAGE, height_mm: 149 }, /labels of 102 × 149 mm/],
  ['with a page too few', [NUMBER], { items: 2, numbers: [] }, PAGE, /made 1 pages for 2 labels/],
  ['with a page too many', [NUMBER, NUMBER], { items: 1, numbers: [] }, PAGE, /made 2 pages for 1 labels/],
  [
    'with the number of another',
    [NUMBER],
    { items: 1, numbers: ['TT000000000GB'] },
    PAGE,
    /bar code of TT000000000GB cannot be read/,
  ],
])('a label %s', async (_case, codes, wanted, page, unusable) => {
  const checked = await checkLabel(await labelOf(codes, page), { stock: STOCK, ...wanted })
  if (unusable) expect(checked).toEqual({ unusable: expect.stringMatching(unusable) as string })
  else expect(checked).toMatchObject(PAGE)
})

it('a label without any code is not sold', async () => {
  const doc = newPdf('Empty', new Date(0), PAGE)
  doc.font('bold', 16).text('NO CODE', 20, 20)
  const checked = await checkLabel(Buffer.from(await finish(doc)), { stock: STOCK, items: 1, numbers: [] })
  expect(checked).toEqual({ unusable: 'A label has no bar code that can be read.' })
})

it('what is no PDF may become a label later', async () => {
  await expect(checkLabel(Buffer.from('no PDF'), { stock: STOCK, items: 1, numbers: [] })).rejects.toThrow()
})

test.each([
  ['4x6', '', { width_mm: 101.6, height_mm: 152.4 }],
  ['4x6', 'DK-11247', { width_mm: 103.632, height_mm: 164.338 }],
  ['A4', 'L7167', { width_mm: 210, height_mm: 297 }],
  ['A4', 'L7168', undefined],
  ['4x6', 'a stock of nobody', undefined],
] as const)('the page of the stock %s %s is %j', (size, label_name, page) =>
  expect(pageFor({ size, label_name })).toEqual(page),
)
