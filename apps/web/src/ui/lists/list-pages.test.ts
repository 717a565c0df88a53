import { describe, expect, it } from 'vitest'
import { eachOnce, nextStart } from './list-pages.ts'

describe('the next page of a list', () => {
  it.each([
    [0, 100, 0, undefined],
    [0, 100, 100, undefined],
    [0, 100, 101, 100],
    [100, 100, 201, 200],
    [100, 100, 200, undefined],
  ])('after the rows from %i, %i long, of %i starts at %s', (start, length, total, next) => {
    expect(nextStart({ start, length, total })).toBe(next)
  })
})

it('a row that is in two pages is listed once, in its first place and as it was read last', () => {
  const rows = [
    { id: 'a', state: 'new' },
    { id: 'b', state: 'new' },
    { id: 'b', state: 'printed' },
    { id: 'c', state: 'new' },
  ]
  expect(eachOnce(rows)).toEqual([
    { id: 'a', state: 'new' },
    { id: 'b', state: 'printed' },
    { id: 'c', state: 'new' },
  ])
})
