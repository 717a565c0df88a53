import { expect, it } from 'vitest'
import { slotDays, slotName } from './slot-texts.ts'

const DAY = { from: '2026-11-02', to: '2026-11-02' }
const MONTH = { from: '2026-11-01', to: '2026-11-30' }

it.each([
  [DAY, 'en-gb', 'Mon 2'],
  [DAY, 'fr-fr', 'lun. 2'],
  [MONTH, 'en-gb', 'Nov 2026'],
])('below the bar of %o stands in %s: %s', (days, language, name) => {
  expect(slotName(days, language).join(' ')).toBe(name)
})

it.each([
  [DAY, 'long', 'Monday 2 November'],
  [DAY, 'short', 'Mon 2 Nov'],
  [MONTH, 'long', '1 – 30 Nov 2026'],
  [MONTH, 'short', '1 – 30 Nov 2026'],
] as const)('%o in a %s text are %s', (days, width, text) => {
  expect(slotDays(days, 'en-gb', width).replaceAll(/\s/g, ' ')).toBe(text)
})
