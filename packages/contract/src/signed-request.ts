import * as z from 'zod'
import { DEVICE_OPERATIONS, type DeviceOperation } from './device-messages.ts'
import { channelSchema } from './hub-wire.ts'

/** No request to a device manager may be good for longer. */
export const REQUEST_LIFE_MAX_MS = 30_000
/** Longest `b`: a signed request still fits into one message of any hub. */
export const SIGNED_BODY_MAX_CHARS = 28_000

export const deviceOperationSchema = z.enum(Object.keys(DEVICE_OPERATIONS) as [DeviceOperation, ...DeviceOperation[]])

/** What goes over the `req` channel: `b` is the JSON text of a request, `s` the server's Ed25519 signature, base64url. */
export const signedRequestSchema = z.strictObject({
  v: z.literal(1),
  /** Which key of the server has signed. */
  kid: z.string().max(64),
  b: z.string().max(SIGNED_BODY_MAX_CHARS),
  s: z.string().max(128),
})
export type SignedRequest = z.output<typeof signedRequestSchema>

/**
 * A request that the server lets a user make of one device manager. Times are milliseconds since 1970 by the clock of the
 * hub. It is good until `exp`, on channel `ch` of `hub`, published by `iss`, for `aud`.
 */
export const deviceRequestSchema = z.strictObject({
  id: z.uuid(),
  op: deviceOperationSchema,
  args: z.unknown(),
  hub: z.uuid(),
  ch: channelSchema,
  iss: z.string(),
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
})
export type DeviceRequest = z.output<typeof deviceRequestSchema>

/** The text under the signature. A text and not an object: what stores JSON may reorder its keys. */
export const signedText = (b: string): string => `hubmsg.v1\n${b}`

/** The names under which users and device managers publish; the hub gives them, nobody chooses his own. */
export const userClient = (userId: string): string => `user.${userId}`
export const deviceClient = (hubId: string): string => `device.${hubId}`
