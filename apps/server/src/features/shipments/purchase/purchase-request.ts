import { normaliseAddress } from '@postroom/contract/address'
import { canonicalJson } from '@postroom/contract/canonical-json'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import type { Channel } from '@postroom/domain/tariffs/channels'
import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../../app-error.ts'
import type { Requester } from '../../../access/actor.ts'
import type { AskedFees } from '../rate/facts-asked.ts'

export interface PurchaseRequest {
  user: Requester
  draft: ShipmentDraft
  /** The price list asked for: the account's, or it is refused. Absent: the account's own. */
  pricing: Channel | undefined
  fees: AskedFees
  /** A watermarked label: no money, no carrier. */
  test: boolean
  /** The idempotency key. */
  key: string
}

/** A request with its addresses in written form and the hash of all that it asks for. */
export interface HashedRequest extends PurchaseRequest {
  hash: string
}

/**
 * Makes requests comparable: two ask for the same purchase when their hashes are equal. Everything counts except the
 * price the user saw, which may be quoted anew for the same key.
 */
export function hashRequest(request: PurchaseRequest): HashedRequest {
  const { from, to } = request.draft
  const draft = { ...request.draft, from: normaliseAddress(from), to: normaliseAddress(to) }
  const { charges: _seen, ...shipment } = draft
  const { pricing, fees, test } = request
  const asked = canonicalJson({ shipment, pricing, fees, test })
  return { ...request, draft, hash: createHash('sha256').update(asked).digest('hex') }
}

/**
 * The key of a purchase from its two places, which mean the same. A test print costs nothing and may go without one.
 *
 * @param given the header `Idempotency-Key`, if sent
 * @throws AppError when the two differ, or both are missing
 */
export function keyOf(pendingId: string | undefined, given: string | undefined, test: boolean): string {
  if (pendingId !== undefined && given !== undefined && pendingId !== given)
    throw new AppError('idempotency_key_mismatch')
  const key = given ?? pendingId ?? (test ? randomUUID() : undefined)
  if (key === undefined) throw new AppError('idempotency_key_required')
  return key
}
