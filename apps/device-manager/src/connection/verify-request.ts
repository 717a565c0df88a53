import { createPublicKey, verify } from 'node:crypto'
import {
  deviceClient,
  deviceRequestSchema,
  REQUEST_LIFE_MAX_MS,
  signedRequestSchema,
  signedText,
  type DeviceRequest,
  type SignedRequest,
} from '@postroom/contract/signed-request'
import type { HubMessage } from '@postroom/hub/hub-transport'

/** What verifying a request needs to know about the paired server. */
export interface RequestSource {
  hubId: string
  /** From the last grant. */
  serverKey: () => ServerKey
  /** The clock of the hub, against which requests are signed. */
  time: () => Promise<Date>
}

interface ServerKey {
  kid: string
  /** Ed25519, raw, base64url. */
  public_key: string
}

/** The clocks of server and hub may differ by this much. */
const SKEW_MS = 5_000

/**
 * The request in a message, when the server has signed it for this device, this channel and this publisher. Undefined
 * otherwise: such a message gets no answer.
 */
export function authenticRequest(
  { message, channel, publisher }: HubMessage,
  { hubId, serverKey }: RequestSource,
): DeviceRequest | undefined {
  const signed = signedRequestSchema.safeParse(message)
  if (!signed.success || !isSignedBy(serverKey(), signed.data)) return undefined
  const request = deviceRequestSchema.safeParse(parsed(signed.data.b)).data
  if (!request) return undefined
  const isHere = request.hub === hubId && request.ch === channel && request.aud === deviceClient(hubId)
  return isHere && request.iss === publisher ? request : undefined
}

/** Whether a request is valid now: not expired, not valid for too long, not from the future. */
export function isTimely({ iat, exp }: DeviceRequest, now: number): boolean {
  return exp > now && exp - iat <= REQUEST_LIFE_MAX_MS && iat <= now + SKEW_MS
}

function isSignedBy({ kid, public_key }: ServerKey, { kid: named, b, s }: SignedRequest): boolean {
  if (named !== kid) return false
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' })
  return verify(null, Buffer.from(signedText(b)), key, Buffer.from(s, 'base64url'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
