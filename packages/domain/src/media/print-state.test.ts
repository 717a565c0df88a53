import { describe, expect, test } from 'vitest'
import { documentPrintState, shipmentPrintState, type ClaimedPrint, type PrintState } from './print-state.ts'

const NOW = new Date('2026-11-23T10:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
/** Claimed a second ago by a device manager that is there. */
const aPrint = (change: Partial<ClaimedPrint> = {}): ClaimedPrint => ({
  reported: null,
  expires_at: ago(-14),
  device_heard_at: ago(1),
  ...change,
})

test.each<[what: string, prints: ClaimedPrint[], state: PrintState]>([
  ['never claimed', [], 'not_printed'],
  ['just claimed', [aPrint()], 'queued'],
  ['a request that expired within the skew of the clocks', [aPrint({ expires_at: ago(4.999) })], 'queued'],
  ['a request that expired without a report', [aPrint({ expires_at: ago(5) })], 'unknown'],
  ['queued at the device', [aPrint({ reported: 'queued', expires_at: ago(3600) })], 'queued'],
  ['being sent to the printer', [aPrint({ reported: 'sending' })], 'queued'],
  ['in the printer', [aPrint({ reported: 'spooled' })], 'queued'],
  [
    'queued at a device heard just below five minutes ago',
    [aPrint({ reported: 'queued', device_heard_at: ago(299) })],
    'queued',
  ],
  [
    'queued at a device silent for five minutes',
    [aPrint({ reported: 'queued', device_heard_at: ago(300) })],
    'unknown',
  ],
  ['queued at a device that was unpaired', [aPrint({ reported: 'queued', device_heard_at: null })], 'unknown'],
  ['reported as printed', [aPrint({ reported: 'printed' })], 'printed'],
  [
    'reported as printed by a device that was unpaired',
    [aPrint({ reported: 'printed', device_heard_at: null })],
    'printed',
  ],
  ['failed', [aPrint({ reported: 'failed' })], 'not_printed'],
  [
    'failed at a device that is silent since',
    [aPrint({ reported: 'failed', device_heard_at: ago(9999) })],
    'not_printed',
  ],
  ['cancelled', [aPrint({ reported: 'cancelled' })], 'not_printed'],
  ['unknown to the device', [aPrint({ reported: 'unknown' })], 'unknown'],
  ['failed, then printed again', [aPrint({ reported: 'failed' }), aPrint()], 'queued'],
  [
    'unknown, then printed again and failed',
    [aPrint({ reported: 'unknown' }), aPrint({ reported: 'failed' })],
    'not_printed',
  ],
  ['printed, and a reprint that failed', [aPrint({ reported: 'printed' }), aPrint({ reported: 'failed' })], 'printed'],
])('%s', (_what, prints, state) => {
  expect(documentPrintState(prints, NOW)).toBe(state)
})

describe('a shipment', () => {
  test.each<[documents: PrintState[], state: PrintState]>([
    [['printed'], 'printed'],
    [['printed', 'printed'], 'printed'],
    [['printed', 'queued'], 'queued'],
    [['printed', 'unknown'], 'unknown'],
    [['printed', 'not_printed'], 'not_printed'],
    [['queued', 'unknown'], 'unknown'],
    [['queued', 'not_printed'], 'not_printed'],
    [['unknown', 'not_printed'], 'not_printed'],
    [['not_printed', 'printed', 'unknown'], 'not_printed'],
  ])('with documents %j is %s', (documents, state) => {
    expect(shipmentPrintState(documents)).toBe(state)
  })
})
