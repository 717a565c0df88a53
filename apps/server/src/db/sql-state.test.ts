import { expect, it } from 'vitest'
import { sqlStateOf } from './sql-state.ts'

it.each([
  ['an error of PostgreSQL', Object.assign(new Error('no'), { code: '40001' }), '40001'],
  ['an error without a code', new Error('no'), undefined],
  ['an error whose code is a number', Object.assign(new Error('no'), { code: 40_001 }), undefined],
  ['an object with a code', { code: '40001' }, undefined],
  ['a text', '40001', undefined],
  ['nothing', undefined, undefined],
])('%s has the state %s', (_what, error, state) => {
  expect(sqlStateOf(error)).toBe(state)
})
