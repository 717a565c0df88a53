import { expect, test } from 'vitest'
import { aimOf, DELIVERY_AIMS, slownessOf } from './delivery-aims.ts'

test.each([
  // aim, quickest first         working days  on Saturdays
  ['guaranteed_saturday_9am', [1, 1], 'always'],
  ['guaranteed_saturday_1pm', [1, 1], 'always'],
  ['guaranteed_9am', [1, 1], undefined],
  ['guaranteed_1pm', [1, 1], undefined],
  ['next_working_day', [1, 1], 'always'],
  ['two_to_three_days', [2, 3], 'parcels'],
  ['abroad_standard', undefined, undefined],
  ['abroad_economy', undefined, undefined],
  ['forces', undefined, undefined],
  ['as_posted', undefined, undefined],
] as const)('%s takes %j working days', (code, days, saturday) => {
  expect([aimOf(code).days, aimOf(code).saturday]).toEqual([days, saturday])
})

test.each([
  // aim              Europe    North America  elsewhere
  ['abroad_standard', [3, 5], [5, 7], [5, 7]],
  ['abroad_economy', [10, 10], [30, 30], [60, 60]],
] as const)('%s takes %j working days in Europe, %j in North America', (code, europe, north_america, elsewhere) => {
  expect(aimOf(code).abroad).toEqual({ europe, north_america, elsewhere })
})

test('an aim is as slow as its place among them', () => {
  expect(DELIVERY_AIMS.map(({ code }) => slownessOf(code))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(slownessOf('guaranteed_saturday_9am')).toBe(0)
  expect(slownessOf('as_posted')).toBe(9)
})
