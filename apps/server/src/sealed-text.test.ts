import { expect, it } from 'vitest'
import { sealUnder } from './sealed-text.ts'

const KEY = 'a secret of the server, long enough'
const server = sealUnder(KEY)
const sealed = server.seal('JBSWY3DPEHPK3PXP', 'user 1')
const turned = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)

it('opens what it sealed, in another process too, and never seals the same text alike', () => {
  expect(server.open(sealed, 'user 1')).toBe('JBSWY3DPEHPK3PXP')
  expect(sealUnder(KEY).open(sealed, 'user 1')).toBe('JBSWY3DPEHPK3PXP')
  expect(server.seal('JBSWY3DPEHPK3PXP', 'user 1')).not.toBe(sealed)
  expect(sealed).not.toContain('JBSWY3DP')
})

it('opens what an earlier release sealed', () => {
  const earlier = 'v1.UczwG0SU-AOD89uT9f2kKowYU-19XegyzNkTNp-d4nOH5cMYfEm0nSLvJ1E'
  expect(server.open(earlier, 'user 1')).toBe('JBSWY3DPEHPK3PXP')
})

it('opens an empty text, and one in another script', () => {
  for (const text of ['', 'Llŷr £ 👍']) expect(server.open(server.seal(text, 'user 1'), 'user 1')).toBe(text)
})

it.each([
  ['another key', () => sealUnder(`${KEY}!`).open(sealed, 'user 1')],
  ['another owner', () => server.open(sealed, 'user 2')],
  ['another nonce', () => server.open(turned(sealed, 4), 'user 1')],
  ['another text', () => server.open(turned(sealed, 22), 'user 1')],
  ['another tag', () => server.open(turned(sealed, sealed.length - 5), 'user 1')],
  ['a truncated text', () => server.open(sealed.slice(0, 20), 'user 1')],
  ['nothing', () => server.open('', 'user 1')],
  ['a plain text', () => server.open('JBSWY3DPEHPK3PXP', 'user 1')],
])('does not open %s', (_what, opened) => {
  expect(opened()).toBeUndefined()
})
