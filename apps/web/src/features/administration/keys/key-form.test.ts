import { describe, expect, it } from 'vitest'
import { keyOf, newKeyForm, offeredDay, scopesAfter, toggled, type KeyForm } from './key-form.ts'

const NOW = new Date('2026-11-19T23:30:00.000Z')
const ACCOUNT = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c11'
const typed = (part: Partial<KeyForm>): KeyForm => {
  return { ...newKeyForm(NOW), name: 'Web shop', current_password: 'mine', ...part }
}

it('a new key may rate, buy, download and track, a call a second, for ninety days', () => {
  expect(newKeyForm(NOW)).toEqual({
    name: '',
    scopes: ['rates', 'buy', 'documents', 'tracking'],
    accounts: [],
    calls_per_minute: '60',
    pence_per_day: '',
    last_day: '2027-02-17',
    current_password: '',
  })
  expect(offeredDay(NOW)).toBe('2027-02-17')
})

describe('a form', () => {
  it.each([
    [{}, { accounts: null, pence_per_day: null, calls_per_minute: 60 }],
    [{ accounts: [ACCOUNT] }, { accounts: [ACCOUNT] }],
    [{ pence_per_day: ' ' }, { pence_per_day: null }],
    [{ pence_per_day: '200.5' }, { pence_per_day: 200_50 }],
    [{ pence_per_day: '100000' }, { pence_per_day: 100_000_00 }],
    [{ calls_per_minute: '600' }, { calls_per_minute: 600 }],
    [{ last_day: '2027-11-19' }, { last_day: '2027-11-19' }],
  ])('with %o is a key with %o', (part, key) => {
    expect(keyOf(typed(part))).toMatchObject({ key: { name: 'Web shop', current_password: 'mine', ...key } })
  })

  it.each([
    [{ name: ' ' }, ['name']],
    [{ name: 'x'.repeat(61) }, ['name']],
    [{ scopes: [] }, ['scopes']],
    [{ pence_per_day: 'much' }, ['pence_per_day']],
    [{ pence_per_day: '0' }, ['pence_per_day']],
    [{ pence_per_day: '100000.01' }, ['pence_per_day']],
    [{ calls_per_minute: '' }, ['calls_per_minute']],
    [{ calls_per_minute: '601' }, ['calls_per_minute']],
    [{ calls_per_minute: '1.5' }, ['calls_per_minute']],
    [{ last_day: '2026-02-30' }, ['last_day']],
    [{ current_password: '' }, ['current_password']],
    [{ name: '', last_day: '' }, ['name', 'last_day']],
  ])('with %o is wrong in %o', (part, wrong) => {
    expect(keyOf(typed(part))).toEqual({ wrong })
  })
})

it.each([
  [['rates'], 'buy', ['rates', 'buy']],
  [['rates', 'buy'], 'rates', ['buy']],
  [['rates', 'buy'], 'provisioning', ['provisioning']],
  [['provisioning'], 'buy', ['buy']],
  [['provisioning'], 'provisioning', []],
] as const)('of %o, after a press on %s, stay %o', (chosen, scope, after) => {
  expect(scopesAfter(chosen, scope)).toEqual(after)
})

it('a value is added at the end, or taken out', () => {
  expect(toggled(['a', 'b'], 'c')).toEqual(['a', 'b', 'c'])
  expect(toggled(['a', 'b', 'c'], 'b')).toEqual(['a', 'c'])
})
