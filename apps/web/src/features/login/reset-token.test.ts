import { expect, it } from 'vitest'
import { resetTokenIn } from './reset-token.ts'

it.each([
  ['', undefined],
  ['#', undefined],
  ['#token=', undefined],
  ['#other=abc', undefined],
  ['#token=abc-_9', 'abc-_9'],
  ['#token=abc&more=1', 'abc'],
])('reads from the hash %j the token %j', (hash, token) => expect(resetTokenIn(hash)).toBe(token))
