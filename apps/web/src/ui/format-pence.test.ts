import { toPence } from '@postroom/domain/money'
import { expect, it } from 'vitest'
import { formatPence } from './format-pence.ts'

it.each([
  ['en-gb', 123_450, '£1,234.50'],
  ['en-gb', 5, '£0.05'],
  ['en-gb', -675, '-£6.75'],
  ['fr-fr', 123_450, '1\u202f234,50\u00a0£'],
  ['fr-fr', 0, '0,00\u00a0£'],
])('in %s, %i pence read %s', (language, pence, text) => expect(formatPence(toPence(pence), language)).toBe(text))
