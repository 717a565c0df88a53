import type { Shipment } from '@postroom/contract/shipment'
import { describe, expect, it } from 'vitest'
import { CONFIRMING_LIMIT_MS, purchaseStep, type Attempt } from './purchase-step.ts'

const shipment = (status: Shipment['status'], failure?: Shipment['failure']): Attempt => ({
  kind: 'shipment',
  shipment: { id: 'c1', status, ...(failure && { failure }) } as Shipment,
})
const refused = (status: number, code: string): Attempt => ({
  kind: 'refused',
  status,
  refusal: { code, description: '' },
})

describe('after an attempt to buy', () => {
  it.each<[string, Attempt, object]>([
    ['bought ends the purchase', shipment('bought'), { next: 'bought' }],
    ['a test label ends the purchase', shipment('test'), { next: 'bought' }],
    ['a pending shipment is polled', shipment('pending'), { next: 'retry' }],
    ['202 is polled', { kind: 'pending' }, { next: 'retry' }],
    ['a lost connection is retried', { kind: 'network' }, { next: 'retry' }],
    ['502 is retried', refused(502, 'bad_gateway'), { next: 'retry' }],
    ['503 is retried', refused(503, 'try_again'), { next: 'retry' }],
    ['504 is retried', refused(504, 'gateway_timeout'), { next: 'retry' }],
    ['too many requests is retried', refused(429, 'too_many_requests'), { next: 'retry' }],
    ['voided meanwhile: a new key', shipment('voided'), { next: 'refused', keepKey: false }],
    ['rejected by the carrier: a new key', shipment('rejected'), { next: 'refused', keepKey: false }],
    [
      'rejected by the carrier: keeps the reason',
      shipment('rejected', { code: 'carrier_rejected', description: 'No such town' }),
      { next: 'refused', refusal: { code: 'carrier_rejected', description: 'No such town' } },
    ],
    ['cancelled: a new key', shipment('cancelled'), { next: 'refused', keepKey: false }],
    ['422 carrier_rejected: a new key', refused(422, 'carrier_rejected'), { next: 'refused', keepKey: false }],
    ['a reused key: a new key', refused(422, 'idempotency_key_reused'), { next: 'refused', keepKey: false }],
    ['a changed price: a new key', refused(409, 'price_changed'), { next: 'refused', keepKey: false }],
    ['an invalid field: a new key', refused(400, 'invalid_request'), { next: 'refused', keepKey: false }],
    ['insufficient funds: the same key', refused(402, 'insufficient_funds'), { next: 'refused', keepKey: true }],
    ['an expired session: the same key', refused(401, 'session_expired'), { next: 'refused', keepKey: true }],
    ['the spending limit: the same key', refused(429, 'spending_limit'), { next: 'refused', keepKey: true }],
    ['500 leaves the outcome unknown and is retried', refused(500, 'internal_error'), { next: 'retry' }],
  ])('%s', (_rule, attempt, step) => expect(purchaseStep(attempt, 0, 0, 0.5)).toMatchObject(step))
})

describe('a retry', () => {
  it.each([
    [0, 0, 250],
    [0, 1, 500],
    [2, 1, 2_000],
    [9, 1, 5_000],
    [9, 0, 2_500],
  ])('after %i attempts with random %d waits %i ms', (attempts, random, waitMs) =>
    expect(purchaseStep({ kind: 'network' }, attempts, 0, random)).toEqual({ next: 'retry', waitMs }),
  )

  it.each([
    ['is made if its wait ends within the minute', CONFIRMING_LIMIT_MS - 5_001, { next: 'retry', waitMs: 5_000 }],
    ['is not made if its wait ends after the minute', CONFIRMING_LIMIT_MS - 5_000, { next: 'confirming' }],
  ])('%s', (_rule, elapsedMs, step) => expect(purchaseStep({ kind: 'pending' }, 9, elapsedMs, 1)).toEqual(step))
})
