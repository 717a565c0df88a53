import { expect, test } from 'vitest'
import { anOfficePrinter } from '../testing/an-office-printer.ts'
import { mismatch } from './media.ts'

test('names the nearest media in a refusal, not all forty', () => {
  const { fault } = mismatch('loaded', anOfficePrinter(10).media, { width_mm: 101.6, height_mm: 171.45 })
  expect(fault.media?.sizes).toHaveLength(3)
  expect(fault.description).toContain('Loaded: 92.1 x 165.1 mm')
  expect(fault.description).not.toContain('210 x 297')
})
