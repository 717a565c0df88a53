import { KEY_SCOPES } from '@postroom/domain/people/api-keys'
import { describe, expect, it } from 'vitest'
import { makeApiKey, renewApiKey } from './api-key.ts'
import { listOf, testBounds, text } from './testing/bounds.ts'

const ID = '0192f7c2-5d8b-7c3a-9a51-3f0f6f6c2b11'
const LIMITS = { calls_per_minute: 60, pence_per_day: null, last_day: '2027-01-31' }
const KEY = { name: 'Web shop', scopes: ['rates'], accounts: null, ...LIMITS, current_password: 'x' }

describe('a new API key', () => {
  testBounds(makeApiKey.body, KEY, [
    ['name', ['x', text(60)], ['', ' ', text(61), 'two\nlines', undefined]],
    [
      'scopes',
      [KEY_SCOPES.filter((scope) => scope !== 'provisioning'), ['provisioning']],
      [[], ['everything'], [...KEY_SCOPES], listOf(10, 'rates'), undefined],
    ],
    ['accounts', [null, [ID], listOf(20, ID)], [[], listOf(21, ID), ['mine'], undefined]],
    ['calls_per_minute', [1, 600], [0, 601, 1.5, '60', null, undefined]],
    ['pence_per_day', [null, 1, 10_000_000], [0, 10_000_001, 1.5, undefined]],
    ['last_day', ['2028-02-29'], ['2027-02-29', '31/01/2027', undefined]],
    ['current_password', [text(1024)], ['', text(1025), undefined]],
    ['made_by', [], [ID]],
  ])
})

describe('a new secret of an API key', () => {
  testBounds(renewApiKey.body, { overlap: 'day', last_day: '2027-01-31', current_password: 'x' }, [
    ['overlap', ['none', 'day', 'week'], ['month', undefined]],
    ['last_day', ['2028-02-29'], ['2027-02-29', undefined]],
    ['scopes', [], [['rates']]],
  ])
})

it('each scope is one word, so that lists of them can be written with spaces', () =>
  expect(KEY_SCOPES.filter((scope) => !/^[a-z]+$/.test(scope))).toEqual([]))
