import { expect, test } from 'vitest'
import { printableName } from './printable-name.ts'

test.each([
  ['  Front\n desk\t', 'Front desk'],
  ['a\u202Eb\u200Bc\u2028d', 'a b c d'],
  ['\uD800x', '\uFFFDx'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), `${'x'.repeat(99)}…`],
  ['😀'.repeat(100), '😀'.repeat(100)],
  ['😀'.repeat(101), `${'😀'.repeat(99)}…`],
])('%j becomes %j', (name, printable) => expect(printableName(name)).toBe(printable))
