import { expect, it } from 'vitest'
import { addressesQuery } from './address-queries.ts'
import { NO_FILTER } from './use-address-book.ts'

it.each([
  [{ start: 0, length: 100, total: 100 }, undefined],
  [{ start: 0, length: 100, total: 101 }, 100],
  [{ start: 100, length: 100, total: 200 }, undefined],
  [{ start: 100, length: 100, total: 201 }, 200],
])('after the page %o the next one begins at %s', (page, next) => {
  const { getNextPageParam, initialPageParam } = addressesQuery(NO_FILTER, { by: 'city', isAscending: true })
  expect(initialPageParam).toBe(0)
  expect(getNextPageParam({ ...page, data: [] }, [], page.start, [])).toBe(next)
})
