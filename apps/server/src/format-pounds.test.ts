import { expect, test } from 'vitest'
import { formatPounds, formatPoundsInFrench } from './format-pounds.ts'

test.each([
  [5, '£0.05', '0,05\u00a0£'],
  [3_20, '£3.20', '3,20\u00a0£'],
  [1_250_00, '£1,250.00', '1\u202f250,00\u00a0£'],
  [-3_20, '-£3.20', '-3,20\u00a0£'],
])('%i pence are written %s, in French %s', (pence, english, french) => {
  expect([formatPounds(pence), formatPoundsInFrench(pence)]).toEqual([english, french])
})
