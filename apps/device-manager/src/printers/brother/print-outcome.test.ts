import { expect, test } from 'vitest'
import { DEVICE_ERRORS } from '@postroom/contract/device-messages'
import type { PrintOrder } from '../printer.ts'
import { QL_MODELS } from './models.ts'
import type { PagesEnd } from './print-pages.ts'
import { outcomeOf } from './print-outcome.ts'
import type { QlStatus } from './status.ts'

const model = QL_MODELS.find(({ name }) => name === 'QL-1110NWB')!
const order = { width_mm: 101.6, height_mm: 152.4 } as PrintOrder
const media = { kind: 'endless', width_mm: 62, length_mm: 0, twoColour: false } as const
const errorOf = (reason: string) => ({ reasons: [reason], media }) as Partial<QlStatus> as QlStatus
const EMPTY = errorOf('media-empty')
const end = (changes: Partial<PagesEnd>): PagesEnd => ({
  printed: 0,
  isUncertain: false,
  isCancelled: false,
  ...changes,
})
const ONE = ' Printed for certain: 1 of 2 pages.'

test.each([
  // of two pages, when                        changes                                state        code               facts
  ['none was begun', { error: EMPTY }, 'failed', 'media_empty', ''],
  ['one may be out', { error: EMPTY, isUncertain: true }, 'unknown', 'media_empty', ''],
  ['one is out', { error: EMPTY, printed: 1 }, 'unknown', 'media_empty', ONE],
  ['none was begun when it was cancelled', { isCancelled: true }, 'cancelled', 'cancelled', ''],
  ['one is out when it was cancelled', { isCancelled: true, printed: 1 }, 'cancelled', 'cancelled', ONE],
  ['the printer falls silent', { isUncertain: true }, 'unknown', 'outcome_unknown', ''],
  ['the printer falls silent after one', { isUncertain: true, printed: 1 }, 'unknown', 'outcome_unknown', ONE],
] as const)('%s', (_when, changes, state, code, facts) => {
  const description = DEVICE_ERRORS[code] + facts
  expect(outcomeOf(end(changes), order, 2, model)).toEqual({ state, fault: { code, description } })
})

test('is printed once all pages are out', () => {
  expect(outcomeOf(end({ printed: 2 }), order, 2, model)).toEqual({ state: 'printed' })
})

test('names the roll that does not fit', () => {
  expect(outcomeOf(end({ error: errorOf('media-mismatch') }), order, 2, model)).toMatchObject({
    state: 'failed',
    fault: {
      code: 'media_mismatch',
      media: { from: 'loaded', sizes: [{ width_mm: 62, endless: true }], needed: { width_mm: 101.6 } },
    },
  })
})
