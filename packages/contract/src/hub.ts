import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { jsonWithin } from './json-depth.ts'
import { listQuery, pageOf } from './list.ts'
import { singleLine } from './single-line.ts'
import { deviceOperationSchema, REQUEST_LIFE_MAX_MS, signedRequestSchema } from './signed-request.ts'

const channelsSchema = z.object({ req: z.string(), res: z.string(), evt: z.string() })

/** The transport of a hub: this server, or PubNub's service. */
const transportSchema = z.enum(['embedded', 'pubnub'])

/**
 * Spec §3 'Hub': where web app and device manager meet. `auth_key` is a grant for this caller, this hub and these
 * channels, good until `expires_at`. `com` names the transport; `url` is the WebSocket of this server, or PubNub's address.
 */
export const hubSchema = z.object({
  id: z.uuid(),
  alias: z.string(),
  pub_key: z.string(),
  sub_key: z.string(),
  auth_key: z.string(),
  owner: z.string(),
  /** Whether the caller may unpair it and set its printers: they paired it, or hold `manage_devices`. */
  can_manage: z.boolean(),
  com: transportSchema,
  url: z.string(),
  /** The client name under which the caller publishes. */
  client: z.string(),
  channels: channelsSchema,
  expires_at: z.iso.datetime(),
  /** Whether the device manager is connected now; over PubNub, whether it was in the last few minutes. */
  connected: z.boolean(),
})
export type Hub = z.output<typeof hubSchema>

export const listHubs = endpoint({
  id: 'listHubs',
  method: 'GET',
  path: '/iot/v1/hub',
  summary: 'The paired device managers of the organisation, each with a fresh grant',
  tag: 'iot',
  auth: 'session',
  query: listQuery(['alias', 'id']).extend({
    alias: singleLine(100).optional(),
    owner: singleLine(200).optional(),
  }),
  responses: { 200: pageOf(hubSchema) },
  errors: [],
})

const aliasSchema = singleLine(60).min(1)
/** Eight unambiguous letters and digits, typed with or without the dash. */
const codeSchema = z.string().trim().min(1).max(20)
/** Raw Ed25519 public key, 32 bytes, base64url. */
const publicKeySchema = z.string().regex(/^[\w-]{43}$/)

export const pairHub = endpoint({
  id: 'pairHub',
  method: 'POST',
  path: '/iot/v1/hub',
  summary: 'Pair the device manager that shows this code',
  tag: 'iot',
  auth: 'session',
  body: z.strictObject({ code: codeSchema, alias: aliasSchema }),
  responses: { 200: hubSchema },
  errors: ['pairing_code_invalid', 'too_many_requests'],
})

export const unpairHub = endpoint({
  id: 'unpairHub',
  method: 'DELETE',
  path: '/iot/v1/hub/{id}',
  summary: 'Revoke a device manager: its grants end at once, over PubNub within 15 minutes',
  tag: 'iot',
  auth: 'session',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: z.object({ id: z.uuid() }) },
  errors: [],
})

/** The documents of a print job are nested five deep in its arguments. */
const ARGUMENTS_DEPTH_MAX = 16

/** Signs one request. A device manager ignores requests without this signature, also those that a user's own browser publishes. */
export const signDeviceRequest = endpoint({
  id: 'signDeviceRequest',
  method: 'POST',
  path: '/iot/v1/hub/{id}/request',
  summary:
    'Sign a request to a device manager; the caller publishes it. Each print of a document is signed for one job of one device',
  tag: 'iot',
  auth: 'session',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    op: deviceOperationSchema,
    args: jsonWithin(ARGUMENTS_DEPTH_MAX),
    expires_in_ms: z.int().min(1).max(REQUEST_LIFE_MAX_MS),
  }),
  responses: { 200: signedRequestSchema },
  errors: ['document_link_expired', 'print_claimed'],
})

/** A device manager that asks to be paired. Only one started by this server knows `local_secret`. */
export const startPairing = endpoint({
  id: 'startPairing',
  method: 'POST',
  path: '/iot/v1/pairing',
  summary: 'Give a device manager a pairing code',
  tag: 'iot',
  auth: 'public',
  body: z.strictObject({
    public_key: publicKeySchema,
    alias: aliasSchema,
    local_secret: z.string().max(100).optional(),
    /** Of the administrator who installs it. */
    enrolment_code: z.string().trim().min(1).max(60).optional(),
  }),
  responses: {
    200: z.object({ id: z.uuid(), code: z.string(), poll_token: z.string(), expires_at: z.iso.datetime() }),
  },
  errors: ['too_many_requests', 'enrolment_code_invalid'],
})

export const pollPairing = endpoint({
  id: 'pollPairing',
  method: 'POST',
  path: '/iot/v1/pairing/{id}',
  summary: 'Whether a user has entered the pairing code',
  tag: 'iot',
  auth: 'public',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ poll_token: z.string().max(100) }),
  responses: { 200: z.object({ status: z.enum(['waiting', 'paired']), hub_id: z.uuid().optional() }) },
  errors: ['pairing_expired'],
})

/** The text that a device signs to connect: a fixed first line, the hub id, the time and a nonce, joined by newlines. */
export const deviceGrantMessage = (hubId: string, issuedAt: string, nonce: string): string =>
  ['postroom-device-grant.v1', hubId, issuedAt, nonce].join('\n')

export const grantDevice = endpoint({
  id: 'grantDevice',
  method: 'POST',
  path: '/iot/v1/hub/{id}/grant',
  summary: 'Give a paired device manager that proves its key a grant for its channels',
  tag: 'iot',
  auth: 'public',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    issued_at: z.iso.datetime(),
    nonce: z.string().regex(/^[\w-]{16,64}$/),
    signature: z.string().max(128),
  }),
  responses: {
    200: z.object({
      alias: z.string(),
      organisation: z.string(),
      /** The address in the document links of this server. The device may reach the server under another one. */
      documents_url: z.url(),
      /** The key that signs requests; the device ignores all others. */
      server_key: z.object({ kid: z.string(), public_key: publicKeySchema }),
      pub_key: z.string(),
      sub_key: z.string(),
      auth_key: z.string(),
      com: transportSchema,
      url: z.string(),
      client: z.string(),
      channels: channelsSchema,
      expires_at: z.iso.datetime(),
    }),
  },
  errors: ['device_signature_invalid', 'device_clock_wrong', 'too_many_requests'],
})
