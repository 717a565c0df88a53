import { expect, test } from 'vitest'
import { comparePrices, hasChanged } from './compare-lists.ts'
import { PRICE_LISTS } from './lists/price-lists.ts'
import { priceRows, type PriceList, type Series } from './price-row.ts'

const list = (...table: Series[]): PriceList => ({
  id: 'x',
  channel: 'online',
  effective_from: '2026-04-07',
  unpublished: {},
  sources: {},
  rows: priceRows(table),
})
const letter = (...steps: [to_g: number, pence: number][]): Series => [
  '1',
  'letter',
  ['UK'],
  20,
  'exempt',
  'high',
  [],
  ...steps,
]
const seen = (now: PriceList, before?: PriceList) =>
  comparePrices(now, before).map((row) => [row.to_g, row.before, row.price, hasChanged(row)])

test.each<[string, PriceList, PriceList | undefined, unknown[]]>([
  ['an unchanged price', list(letter([100, 170])), list(letter([100, 170])), [[100, 170, 170, false]]],
  ['a dearer price', list(letter([100, 180])), list(letter([100, 170])), [[100, 170, 180, true]]],
  [
    'a new step',
    list(letter([100, 170], [250, 200])),
    list(letter([100, 170])),
    [
      [100, 170, 170, false],
      [250, undefined, 200, true],
    ],
  ],
  [
    'a step that ends elsewhere',
    list(letter([50, 170])),
    list(letter([100, 170])),
    [
      [50, undefined, 170, true],
      [100, 170, undefined, true],
    ],
  ],
  ['the first list', list(letter([100, 170])), undefined, [[100, 170, 170, false]]],
])('%s', (_what, now, before, expected) => {
  expect(seen(now, before)).toEqual(expected)
})

test('every price of both lists of the Post Office is there once', () => {
  const [before, now] = PRICE_LISTS.filter(({ channel }) => channel === 'post_office')
  const rows = comparePrices(now!, before)
  expect(rows.filter(({ price }) => price !== undefined)).toHaveLength(now!.rows.length)
  expect(rows.filter((row) => row.before !== undefined)).toHaveLength(before!.rows.length)
})
