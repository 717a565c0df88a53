import { expect, it } from 'vitest'
import { filterIn, narrowingOf, queryOf } from './return-filter.ts'

it.each([
  ['', { state: 'open' }, {}, { state: 'open' }],
  ['state=done', { state: 'done' }, { state: 'done' }, { state: 'done' }],
  ['state=lost', { state: 'open' }, {}, { state: 'open' }],
  ['reason=refused', { state: 'open', reason: 'refused' }, { reason: 'refused' }, { state: 'open', reason: 'refused' }],
  ['reason=lost', { state: 'open' }, {}, { state: 'open' }],
  [
    'from=2026-11-02&to=2026-11-02',
    { state: 'open', from: '2026-11-02', to: '2026-11-02' },
    { from: '2026-11-02', to: '2026-11-02' },
    { state: 'open', dateFrom: '2026-11-02', dateTo: '2026-11-02' },
  ],
  [
    'from=2026-11-02&to=2026-11-01',
    { state: 'open', from: '2026-11-02' },
    { from: '2026-11-02' },
    { state: 'open', dateFrom: '2026-11-02' },
  ],
  ['to=2026-11-01', { state: 'open', to: '2026-11-01' }, { to: '2026-11-01' }, { state: 'open', dateTo: '2026-11-01' }],
  ['from=2026-02-30&to=soon', { state: 'open' }, {}, { state: 'open' }],
])('the URL %s narrows the list of returns', (search, filter, query, asked) => {
  const read = filterIn(new URLSearchParams(search))
  expect(read).toEqual(filter)
  expect(queryOf(read)).toStrictEqual(query)
  expect(narrowingOf(read)).toStrictEqual(asked)
})
