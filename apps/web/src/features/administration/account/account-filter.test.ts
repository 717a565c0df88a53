import { expect, it } from 'vitest'
import { accountIn, monthsTo, queryOf } from './account-filter.ts'

const DAYS = { from: '2026-11-02', to: '2026-11-30' }

it.each([
  ['', { statement: 'movements' }],
  ['statement=days', { statement: 'days' }],
  ['statement=vat', { statement: 'vat' }],
  ['statement=loans', { statement: 'movements' }],
  ['from=2026-11-02&to=2026-11-02', { statement: 'movements', from: '2026-11-02', to: '2026-11-02' }],
  ['from=2026-11-02&to=2026-11-01', { statement: 'movements', from: '2026-11-02' }],
  ['to=2026-11-01', { statement: 'movements', to: '2026-11-01' }],
  ['from=2026-02-30&to=2026-13-01', { statement: 'movements' }],
  ['month=2026-01', { statement: 'movements', month: '2026-01' }],
  ['month=2026-12', { statement: 'movements', month: '2026-12' }],
  ['month=2026-00', { statement: 'movements' }],
  ['month=2026-13', { statement: 'movements' }],
  ['month=1999-12', { statement: 'movements' }],
  ['month=2026-011', { statement: 'movements' }],
])('the URL %s is read as %o', (search, filter) => {
  expect(accountIn(new URLSearchParams(search))).toEqual(filter)
})

it.each([
  [
    { statement: 'movements', ...DAYS, month: '2026-11' },
    { view: 'account', ...DAYS },
  ],
  [
    { statement: 'days', ...DAYS, month: '2026-11' },
    { view: 'account', statement: 'days', ...DAYS },
  ],
  [
    { statement: 'vat', ...DAYS, month: '2026-11' },
    { view: 'account', statement: 'vat', month: '2026-11' },
  ],
  [{ statement: 'movements' }, { view: 'account' }],
  [{ statement: 'vat' }, { view: 'account', statement: 'vat' }],
] as const)('the filter %o has the query %o', (filter, query) => {
  expect(queryOf(filter)).toStrictEqual(query)
})

it('lists the months of VAT statements over the turn of a year, newest first', () => {
  expect(monthsTo('2026-02-28', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
})
