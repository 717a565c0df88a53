import { expect, it, test } from 'vitest'
import { forgetAttempt, keepAttempt, openAttempt } from './money-attempt.ts'

const ATTEMPT = {
  key: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c01',
  account_id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  organisation: 'Llewellyn Bindery Ltd',
  amount: 1,
  reference: 'BACS 1',
}

/** The storage of a browser. */
function aStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  }
}

it('keeps an attempt until it is forgotten', () => {
  const storage = aStorage()
  expect(openAttempt(storage)).toBeUndefined()
  keepAttempt(storage, ATTEMPT)
  expect(openAttempt(storage)).toEqual(ATTEMPT)
  forgetAttempt(storage)
  expect(openAttempt(storage)).toBeUndefined()
})

test.each([
  ['no JSON', '{'],
  ['empty', ''],
  ['null', 'null'],
  ['without a key', JSON.stringify({ ...ATTEMPT, key: undefined })],
  ['with a key that the server never gave', JSON.stringify({ ...ATTEMPT, key: 'a' })],
  ['of no account', JSON.stringify({ ...ATTEMPT, account_id: 'a' })],
  ['of nothing', JSON.stringify({ ...ATTEMPT, amount: 0 })],
  ['of half a penny', JSON.stringify({ ...ATTEMPT, amount: 1.5 })],
  ['without a reference', JSON.stringify({ ...ATTEMPT, reference: undefined })],
])('is no attempt: %s', (_, text) => {
  const storage = aStorage()
  storage.setItem('postroom.money', text)
  expect(openAttempt(storage)).toBeUndefined()
})
