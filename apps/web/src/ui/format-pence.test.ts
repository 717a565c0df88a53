import { toPence } from '@postroom/domain/money'
import { expect, it } from 'vitest'
import { formatPence, formatPounds } from './format-pence.ts'

it.each([
  ['en-gb', 123_450, '£1,234.50'],
  ['en-gb', 5, '£0.05'],
  ['en-gb', -675, '-£6.75'],
  ['fr-fr', 123_450, '1\u202f234,50\u00a0£'],
  ['fr-fr', 0, '0,00\u00a0£'],
])('formats in %s %i pence as %s', (language, pence, text) => expect(formatPence(toPence(pence), language)).toBe(text))

it.each([
  ['en-gb', 50, '£50'],
  ['en-gb', 1000, '£1,000'],
  ['en-gb', 2500, '£2,500'],
  ['fr-fr', 50, '50\u00a0£'],
  ['fr-fr', 1000, '1\u202f000\u00a0£'],
  ['fr-fr', 2500, '2\u202f500\u00a0£'],
])('formats in %s %i pounds as %s', (language, pounds, text) => expect(formatPounds(pounds, language)).toBe(text))
