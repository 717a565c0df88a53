import { canonicalJson } from '@postroom/contract/canonical-json'
import type { ShipmentDraftInput } from '@postroom/contract/shipment'

/** A started purchase: its idempotency key, and a hash of its draft to detect changes. */
export interface PurchaseKey {
  key: string
  hash: string
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

const NAME = 'postroom.purchase'

/** The purchase of this tab whose outcome is still open. */
export function storedPurchase(storage: Storage): PurchaseKey | undefined {
  const [key, hash] = (storage.getItem(NAME) ?? '').split(' ')
  return key && hash ? { key, hash } : undefined
}

export const forgetPurchase = (storage: Storage): void => storage.removeItem(NAME)

/**
 * The key for this draft: the stored one while the draft is unchanged, else a new one, which is stored before anything is
 * sent. The hash is salted with the key, so that stored data reveals no address.
 */
export async function keyFor(draft: ShipmentDraftInput, storage: Storage, newKey: () => string): Promise<string> {
  const stored = storedPurchase(storage)
  if (stored && stored.hash === (await hashOf(draft, stored.key))) return stored.key
  return storeKey(newKey(), draft, storage)
}

/** Stores the key of a purchase before it is sent. */
export async function storeKey(key: string, draft: ShipmentDraftInput, storage: Storage): Promise<string> {
  storage.setItem(NAME, `${key} ${await hashOf(draft, key)}`)
  return key
}

async function hashOf(draft: ShipmentDraftInput, salt: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}\n${canonicalJson(draft)}`))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
