import { expect, it } from 'vitest'
import type { Carriers } from '../../../carriers/carriers.ts'
import { timingsOf } from './purchase-timings.ts'

const carriers = { RM: { timeout_ms: 8_000 }, PF: { timeout_ms: 12_000 } } as unknown as Carriers

it('a lease ends two seconds after the time-out of the slowest carrier', () => {
  const timings = { lease_ms: 14_000, wait_ms: 10_000, settle_every_ms: 500 }
  expect(timingsOf({ carriers, settings: {} })).toEqual(timings)
})

it('timings of the settings count alone', () => {
  const purchaseTimings = { lease_ms: 3, wait_ms: 2, settle_every_ms: 1 }
  expect(timingsOf({ carriers, settings: { purchaseTimings } })).toEqual(purchaseTimings)
})
