import { normaliseAddress } from '@postroom/contract/address'
import { canonicalJson } from '@postroom/contract/canonical-json'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import type { Channel } from '@postroom/domain/tariffs/channels'
import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../../app-error.ts'
import type { Requester } from '../../../access/actor.ts'
import type { RequestedFees } from '../rate/requested-facts.ts'

export interface PurchaseRequest {
  user: Requester
  draft: ShipmentDraft
  /** The requested price list: the account's own, or the request is refused. Absent: the account's own. */
  pricing: Channel | undefined
  fees: RequestedFees
  /** A watermarked label: no money, no carrier. */
  test: boolean
  /** The idempotency key. */
  key: string
}

/** A request with normalised addresses and the hash of its content. */
export interface HashedRequest extends PurchaseRequest {
  hash: string
}

/**
 * Makes requests comparable: two ask for the same purchase when their hashes are equal. All fields count except the
 * price the user saw, which may change for the same key.
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
 * The key of a purchase, from the query or the header. A test print costs nothing and may have none.
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
