import { shipmentDraftSchema, type ShipmentDraftInput } from '@postroom/contract/shipment'
import { expect, it, test } from 'vitest'
import { aShipmentDraft } from '../../../testing/purchase-scene.ts'
import { hashRequest, keyOf, type PurchaseRequest } from './purchase-request.ts'

test.each<[string | undefined, string | undefined, boolean, string]>([
  ['of the queue', undefined, false, 'of the queue'],
  [undefined, 'of the header', false, 'of the header'],
  ['of both', 'of both', false, 'of both'],
  ['of the queue', undefined, true, 'of the queue'],
  [undefined, 'of the header', true, 'of the header'],
])('the key of %s and %s (test print: %s) is %s', (pending, header, isTest, key) =>
  expect(keyOf(pending, header, isTest)).toBe(key),
)

it('a purchase needs one key, and a test print without one gets a new one each time', () => {
  expect(() => keyOf('one', 'another', false)).toThrow(expect.objectContaining({ code: 'idempotency_key_mismatch' }))
  expect(() => keyOf(undefined, undefined, false)).toThrow(
    expect.objectContaining({ code: 'idempotency_key_required' }),
  )
  expect(keyOf(undefined, undefined, true)).not.toBe(keyOf(undefined, undefined, true))
})

const FEES = { with_pickup: 'false', handling_charge: 0 } as const
function asked(change: Partial<ShipmentDraftInput> = {}, more: Partial<PurchaseRequest> = {}): string {
  const by = '11111111-1111-4111-8111-111111111111'
  const draft = shipmentDraftSchema.parse(aShipmentDraft({ by, ...change }))
  const user = {} as PurchaseRequest['user']
  return hashRequest({ user, draft, pricing: undefined, fees: FEES, test: false, key: 'a key', ...more }).hash
}
const TO = { name: 'Idris Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }

test.each<[string, string, boolean]>([
  ['another key', asked({}, { key: 'another key' }), true],
  ['an address that is written otherwise', asked({ to: { ...TO, postal_code: 'nw18lh' } }), true],
  ['another addressee', asked({ to: { ...TO, name: 'Ada Byron' } }), false],
  ['another sender', asked({ from: { ...TO } }), false],
  ['another reference', asked({ references: ['B-2'] }), false],
  ['another price list', asked({}, { pricing: 'counter' as never }), false],
  ['a collection', asked({}, { fees: { ...FEES, with_pickup: 'true' } }), false],
  ['a handling charge', asked({}, { fees: { ...FEES, handling_charge: 1 } }), false],
  ['a test print', asked({}, { test: true }), false],
])('compares a request with %s', (_case, hash, isSame) => expect(hash === asked()).toBe(isSame))
