import { shipmentDraftSchema, type ShipmentDraftInput } from '@postroom/contract/shipment'
import { describe, expect, it } from 'vitest'
import { aShipmentDraft } from '../../../testing/purchase-scene.ts'
import { hashRequest, keyOf, type PurchaseRequest } from './purchase-request.ts'

const ACCOUNT = '11111111-1111-4111-8111-111111111111'
const draftOf = (change: Partial<ShipmentDraftInput> = {}) =>
  shipmentDraftSchema.parse(aShipmentDraft({ by: ACCOUNT, ...change }))
const userNamed = (id: string) => ({ id }) as PurchaseRequest['user']
const request = (change: Partial<PurchaseRequest> = {}): PurchaseRequest => ({
  user: userNamed('a user'),
  draft: draftOf(),
  pricing: undefined,
  fees: { with_pickup: 'false', handling_charge: 0 },
  test: false,
  key: 'a key',
  ...change,
})
const hash = (change?: Partial<PurchaseRequest>) => hashRequest(request(change)).hash
const to = draftOf().to

describe('two requests', () => {
  it.each<[string, Partial<PurchaseRequest>]>([
    ['the key', { key: 'another key' }],
    ['the user', { user: userNamed('another user') }],
    ['the price the user saw', { draft: draftOf({ charges: { total_charge: 999 } }) }],
    ['the case of the postcode', { draft: { ...draftOf(), to: { ...to, postal_code: to.postal_code.toLowerCase() } } }],
  ])('are the same when they differ in %s', (_what, change) => {
    expect(hash(change)).toBe(hash())
  })

  it.each<[string, Partial<PurchaseRequest>]>([
    ['the price list', { pricing: 'post_office' }],
    ['the collection', { fees: { with_pickup: 'true', handling_charge: 0 } }],
    ['the handling charge', { fees: { with_pickup: 'false', handling_charge: 75 } }],
    ['being a test print', { test: true }],
    ['the addressee', { draft: { ...draftOf(), to: { ...to, name: 'Someone else' } } }],
    ['the sender', { draft: { ...draftOf(), from: { ...draftOf().from, name: 'Someone else' } } }],
    ['the service', { draft: draftOf({ service: '2' }) }],
  ])('are different when they differ in %s', (_what, change) => {
    expect(hash(change)).not.toBe(hash())
  })

  it('have a hash of 64 hexadecimal digits, and the normalised addresses', () => {
    expect(hash()).toMatch(/^[0-9a-f]{64}$/)
    const shouted = { ...to, postal_code: to.postal_code.toLowerCase() }
    expect(hashRequest(request({ draft: { ...draftOf(), to: shouted } })).draft.to).toEqual(
      hashRequest(request()).draft.to,
    )
  })
})

describe('the key of a purchase', () => {
  it.each([
    ['a', undefined, false, 'a'],
    [undefined, 'b', false, 'b'],
    ['c', 'c', false, 'c'],
    ['d', undefined, true, 'd'],
    [undefined, 'e', true, 'e'],
  ])('from the query %s and the header %s is found', (query, header, test, key) => {
    expect(keyOf(query, header, test)).toBe(key)
  })

  it.each([
    ['a', 'b', false, 'idempotency_key_mismatch'],
    ['a', 'b', true, 'idempotency_key_mismatch'],
    ['', 'b', false, 'idempotency_key_mismatch'],
    [undefined, undefined, false, 'idempotency_key_required'],
  ])('from the query %j and the header %j is refused', (query, header, test, code) => {
    expect(() => keyOf(query, header, test)).toThrow(expect.objectContaining({ code }))
  })

  it('of a test print without one is new each time', () => {
    const keys = [1, 2].map(() => keyOf(undefined, undefined, true))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(2)
  })
})
