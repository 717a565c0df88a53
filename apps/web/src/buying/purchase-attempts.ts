import { findPurchase, processShipment, type ShipmentDraftInput } from '@postroom/contract/shipment'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { delay } from '../api/delay.ts'
import type { Attempt } from './purchase-step.ts'

/** A request in flight when the page was left may still arrive, so 'not found' is checked twice. */
const RECHECK_MS = 2_000

/** Sends the purchase once, with its key. */
export const sendPurchase = (draft: ShipmentDraftInput, key: string, test = false): Promise<Attempt> =>
  attempt(() => call(processShipment, { query: { pending_id: key, test: test ? 'true' : 'false' }, body: draft }))

/** Finds the purchase of a key, without making one. */
export async function checkPurchase(key: string): Promise<Attempt> {
  const look = () => attempt(() => call(findPurchase, { params: { pending_id: key } }))
  const first = await look()
  if (first.kind !== 'refused' || first.status !== 404) return first
  await delay(RECHECK_MS)
  return look()
}

type Answer = Awaited<ReturnType<typeof call<typeof processShipment>>>

async function attempt(ask: () => Promise<Answer>): Promise<Attempt> {
  try {
    const answer = await ask()
    return 'status' in answer ? { kind: 'shipment', shipment: answer } : { kind: 'pending' }
  } catch (cause) {
    if (cause instanceof ApiError) {
      const { status, code = 'internal_error', message, fields, details } = cause
      return { kind: 'refused', status, refusal: { code, description: message, fields, details } }
    }
    // an unreadable response leaves the outcome as open as none, but is a bug
    if (!(cause instanceof NetworkError)) reportError(cause)
    return { kind: 'network' }
  }
}
