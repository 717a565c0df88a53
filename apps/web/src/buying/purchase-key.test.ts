import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetPurchase, keyFor, storedPurchase } from './purchase-key.ts'

const address = { name: 'Ann Other', address1: '1 Mill Lane', city: 'Bath', postal_code: 'BA1 1AA', country: 'GB' }
const draft: ShipmentDraftInput = {
  service: '1SF',
  options: [{ code: 'signed_for' }],
  shipping_date: '2026-11-21',
  to: address,
  from: address,
  parcels: [{ packaging: 'small_parcel', weight: { value: 1.24, units: 'KG' } }],
  by: '1b4e28ba-2fa1-11d2-883f-0016d3cca427',
  charges: { total_charge: 675 },
}

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
}
let keys = 0
const newKey = () => `key-${(keys += 1)}`
const key = (change: Partial<ShipmentDraftInput> = {}) => keyFor({ ...draft, ...change }, storage, newKey)

beforeEach(() => {
  kept.clear()
  keys = 0
})

describe('the key of a purchase', () => {
  it('stays the same for every retry of the same draft', async () => {
    expect([await key(), await key(), await key()]).toEqual(['key-1', 'key-1', 'key-1'])
  })

  it('does not depend on the order of the fields', async () => {
    await key()
    const { by, ...rest } = draft
    expect(await keyFor({ by, ...rest }, storage, newKey)).toBe('key-1')
  })

  it.each<[string, Partial<ShipmentDraftInput>]>([
    ['the weight', { parcels: [{ packaging: 'small_parcel', weight: { value: 1.25, units: 'KG' } }] }],
    ['one letter of an address', { to: { ...address, address1: '1 Mill Lanes' } }],
    ['the price', { charges: { total_charge: 700 } }],
    ['the service', { service: '2SF' }],
    ['the account', { by: '1b4e28ba-2fa1-11d2-883f-0016d3cca428' }],
  ])('is new when %s changes', async (_what, change) => {
    await key()
    expect(await key(change)).toBe('key-2')
  })

  it('is new after the previous purchase has ended', async () => {
    await key()
    forgetPurchase(storage)
    expect(await key()).toBe('key-2')
  })

  it('survives a reload, and is stored without personal data', async () => {
    await key()
    expect(storedPurchase(storage)).toEqual({ key: 'key-1', hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
    expect([...kept.values()].join(' ')).not.toMatch(/Ann|Mill|Bath|BA1/)
  })

  it('is not read from stored data of another format', () => {
    storage.setItem('postroom.purchase', 'nonsense')
    expect(storedPurchase(storage)).toBeUndefined()
  })
})
