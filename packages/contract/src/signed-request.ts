import * as z from 'zod'
import { DEVICE_OPERATIONS, type DeviceOperation } from './device-messages.ts'
import { channelSchema } from './hub-wire.ts'

/** The maximum life of a request to a device manager. */
export const REQUEST_LIFE_MAX_MS = 30_000
/** The maximum length of `b`, so that a signed request fits into one message of any hub. */
export const SIGNED_BODY_MAX_CHARS = 28_000

export const deviceOperationSchema = z.enum(Object.keys(DEVICE_OPERATIONS) as [DeviceOperation, ...DeviceOperation[]])

/** A message on the `req` channel: `b` is the JSON text of a request, `s` the server's Ed25519 signature in base64url. */
export const signedRequestSchema = z.strictObject({
  v: z.literal(1),
  /** The id of the server's key that signed. */
  kid: z.string().max(64),
  b: z.string().max(SIGNED_BODY_MAX_CHARS),
  s: z.string().max(128),
})
export type SignedRequest = z.output<typeof signedRequestSchema>

/**
 * A request to one device manager that the server has allowed. It is valid until `exp` on channel `ch` of `hub`, published by
 * `iss` for `aud`. Times are milliseconds since 1970 by the clock of the hub.
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

/** The text that the server signs. It is text rather than an object, because JSON stores may reorder keys. */
export const signedText = (b: string): string => `hubmsg.v1\n${b}`

/** The client names of users and device managers. The hub assigns them. */
export const userClient = (userId: string): string => `user.${userId}`
export const deviceClient = (hubId: string): string => `device.${hubId}`
