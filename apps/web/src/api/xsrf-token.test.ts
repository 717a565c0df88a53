import { expect, it } from 'vitest'
import { xsrfTokenIn } from './xsrf-token.ts'

it.each([
  ['XSRF-TOKEN=abc', 'abc'],
  ['theme=dark; XSRF-TOKEN=a%2Bb; other=1', 'a+b'],
  ['NOT-XSRF-TOKEN=abc', undefined],
  ['XSRF-TOKEN=', undefined],
  ['', undefined],
])('reads from the cookie %o the token %o', (cookies, token) => expect(xsrfTokenIn(cookies)).toBe(token))
