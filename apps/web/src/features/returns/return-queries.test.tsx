import { expect, it } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { nameItem, returnsQuery } from './return-queries.ts'

it.each([
  [{ start: 0, length: 100, total: 100 }, undefined],
  [{ start: 0, length: 100, total: 101 }, 100],
  [{ start: 100, length: 100, total: 200 }, undefined],
  [{ start: 100, length: 100, total: 201 }, 200],
])('after the page %o the next one begins at %s', (page, next) => {
  const { getNextPageParam, initialPageParam } = returnsQuery({ state: 'open' })
  expect(initialPageParam).toBe(0)
  expect(getNextPageParam({ ...page, data: [] }, [], page.start, [])).toBe(next)
})

const SHIPMENT = aShipment({ item_numbers: ['ZZ123456785GB', 'ZZ223456785GB'] })
it.each([
  ['ZZ223456785GB', { barcode: 'ZZ223456785GB' }],
  [' zz22 3456 785gb ', { barcode: 'ZZ223456785GB' }],
  ['ZZ323456785GB', { shipment_id: SHIPMENT.id }],
  ['', { shipment_id: SHIPMENT.id }],
])('“%s” names %o', (typed, named) => expect(nameItem(SHIPMENT, typed)).toEqual(named))
