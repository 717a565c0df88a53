import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { signedText, type DeviceRequest, type SignedRequest } from '@postroom/contract/signed-request'
import type { HubMessage } from '@postroom/hub/hub-transport'
import type { RequestSource } from '../connection/verify-request.ts'

const HUB = randomUUID()
const CHANNEL = `pubnub.${HUB}.default.req`
const USER = 'user.angharad'
const KEY = 'key-1'

/** The server of one device manager, with its clock fixed at `now`. */
export function signingServer(now: () => Date) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const serverKey = { kid: KEY, public_key: publicKey.export({ format: 'jwk' }).x! }
  const source: RequestSource = { hubId: HUB, serverKey: () => serverKey, time: async () => now() }

  /** A request valid for 15 s, with these changes made before signing. */
  const request = (op: string, args: unknown, changes: object = {}): DeviceRequest => {
    const iat = now().getTime()
    const parties = { hub: HUB, ch: CHANNEL, iss: USER, aud: `device.${HUB}` }
    return { id: randomUUID(), op: op as DeviceRequest['op'], args, ...parties, iat, exp: iat + 15_000, ...changes }
  }
  const signed = (asked: DeviceRequest, key: KeyObject = privateKey): SignedRequest => {
    const b = JSON.stringify(asked)
    return { v: 1, kid: KEY, b, s: sign(null, Buffer.from(signedText(b)), key).toString('base64url') }
  }
  return { source, request, signed }
}

/** The request as a hub message from the user it was signed for. */
export const published = (message: unknown, changes: Partial<HubMessage> = {}): HubMessage => ({
  channel: CHANNEL,
  timetoken: '17000000000000000',
  publisher: USER,
  message,
  ...changes,
})
