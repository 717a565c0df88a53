import { expect, it } from 'vitest'
import { codeIn } from './queued-query.ts'

it.each([
  ['K-2041', 'K-2041'],
  [' k2041 ', 'K-2041'],
  ['K 2041', 'K-2041'],
  ['2041', 'K-2041'],
  ['-2041', 'K-2041'],
  ['1', 'K-1'],
  ['123456789012345', 'K-123456789012345'],
  ['1234567890123456', undefined],
  ['K-0', undefined],
  ['K-012', undefined],
  ['K--1', undefined],
  ['KK-1', undefined],
  ['K-1a', undefined],
  ['SW1A', undefined],
  ['', undefined],
])('the number in %j is %s', (text, code) => {
  expect(codeIn(text)).toBe(code)
})
