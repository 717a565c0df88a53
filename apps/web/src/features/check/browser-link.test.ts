import { expect, it } from 'vitest'
import { browserName, canStore } from './browser-link.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
it.each([
  [CHROME, 'Chrome 156'],
  [`${CHROME} Edg/155.0.0.0`, 'Edge 155'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0', 'Firefox 149'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15', 'Safari 26'],
  ['curl/8', undefined],
])('%s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})

it.each<[string, () => unknown, boolean]>([
  [
    'refused',
    () => {
      throw new DOMException('denied', 'SecurityError')
    },
    false,
  ],
  [
    'full',
    () => ({
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }),
    false,
  ],
  ['forgetful', () => ({ setItem: () => {}, getItem: () => null, removeItem: () => {} }), false],
])('a storage that is %s keeps nothing', (_what, storage, expected) => {
  expect(canStore(storage as () => Storage)).toBe(expected)
})
