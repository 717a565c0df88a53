import { expect, test } from 'vitest'
import { isFoundBy } from './addressee-words.ts'

const ADDRESSEE = {
  name: 'Siân O’Brien',
  company_name: 'Llewellyn Bindery Ltd',
  city: 'Aberystwyth',
  postal_code: 'SY23 2HT',
  code: 'BIND-1',
}

test.each([
  ['', true],
  ['sian', true],
  ['Siân', true],
  ["o'b", true],
  ['lle bind', true],
  ['bind lle', true],
  ['aber', true],
  ['sy23', true],
  ['sy232', true],
  ['SY23 2HT', true],
  ['bind-1', true],
  ['wellyn', false],
  ['lle paper', false],
])('%o finds them: %s', (typed, isFound) => {
  expect(isFoundBy(ADDRESSEE, typed)).toBe(isFound)
})
