import { LABEL_STOCKS } from '@postroom/domain/media/label-stock'
import { expect, test } from 'vitest'
import { extended, firstPlace, freePlaces, moved, nextFree, placeAt, positionOf, toggled } from './sheet-places.ts'

const sheet = (name: string) => LABEL_STOCKS.find((stock) => stock.name === name)!
const L7163 = sheet('L7163')

test.each(['L7159', 'L7163', 'Hovat', 'L7166'])('every place of %s has its position, in reading order', (name) => {
  const stock = sheet(name)
  const places = freePlaces(stock, [])
  expect(places).toHaveLength(stock.columns * stock.rows)
  expect(places.map((place) => placeAt(stock, positionOf(stock, place)))).toEqual(places)
  expect(positionOf(stock, 1)).toEqual({ index: 1, row: 0 })
})

test('spec §9: the first place is index 0 row 2', () => {
  expect(firstPlace(L7163)).toBe(4)
  expect(firstPlace({ columns: 2, rows: 2 })).toBe(0)
})

test.each([
  // what                                                    used          from count places
  ['one label takes the default place', [], 4, 1, [4]],
  ['six labels take the next six', [], 4, 6, [4, 5, 6, 7, 8, 9]],
  ['used places are left out', [5, 6], 4, 3, [4, 7, 8]],
  ['after the last place it takes the first ones', [0], 12, 4, [1, 2, 12, 13]],
  ['more than are free takes all of them', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 4, 6, [10, 11, 12, 13]],
  ['no label takes no place', [], 4, 0, []],
])('%s', (_what, used, from, count, places) => {
  expect(nextFree(L7163, used, from, count)).toEqual(places)
})

test('a place is chosen and chosen no longer; a used one never', () => {
  expect(toggled([4], [], 2)).toEqual([2, 4])
  expect(toggled([2, 4], [], 2)).toEqual([4])
  expect(toggled([4], [2], 2)).toEqual([4])
})

test('extends over the free places between, in both directions', () => {
  expect(extended([4], [6], 4, 8)).toEqual([4, 5, 7, 8])
  expect(extended([8], [], 8, 6)).toEqual([6, 7, 8])
  expect(extended([0, 8], [], 8, 9)).toEqual([0, 8, 9])
})

test.each([
  ['ArrowDown', 4, 6],
  ['ArrowUp', 4, 2],
  ['ArrowRight', 4, 5],
  ['ArrowLeft', 5, 4],
  ['ArrowUp', 1, 1],
  ['ArrowDown', 13, 13],
  ['ArrowLeft', 4, 4],
  ['ArrowRight', 5, 5],
  ['Home', 5, 4],
  ['End', 4, 5],
  ['PageUp', 5, 1],
  ['PageDown', 4, 12],
  ['Enter', 4, undefined],
] as const)('%s moves from %i to %s', (key, place, target) => {
  expect(moved(L7163, place, key)).toBe(target)
})
