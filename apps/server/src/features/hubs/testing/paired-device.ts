import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { deviceGrantMessage, type grantDevice, type Hub, type startPairing } from '@postroom/contract/hub'
import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from '../../../testing/test-app.ts'

/** A device with a key of its own that has not been paired. */
export function newDevice({ app }: TestApp) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const post = (path: string, payload: object): Promise<LightMyRequestResponse> =>
    app.inject({ method: 'POST', url: `/api/iot/v1${path}`, payload })
  return {
    start: async (changes: object = {}) => {
      const public_key = publicKey.export({ format: 'jwk' }).x
      const answer = await post('/pairing', { public_key, alias: 'Packing bench', ...changes })
      return answer.json<AnswerOf<typeof startPairing>>()
    },
    poll: (id: string, poll_token: string) => post(`/pairing/${id}`, { poll_token }),
    proof: (hubId: string, issued_at = new Date().toISOString()) => {
      const nonce = randomBytes(16).toString('base64url')
      const message = Buffer.from(deviceGrantMessage(hubId, issued_at, nonce))
      return { issued_at, nonce, signature: sign(null, message, privateKey).toString('base64url') }
    },
    askForGrant: (hubId: string, proof: object) => post(`/hub/${hubId}/grant`, proof),
  }
}

export interface PairedDevice {
  hub: Hub
  grant(): Promise<AnswerOf<typeof grantDevice>>
}

/** A device that the demo user has paired by typing its code. */
export async function pairedDevice(app: TestApp): Promise<PairedDevice> {
  const device = newDevice(app)
  const { code } = await device.start()
  const paired = await app.as(await app.signIn(), 'POST', '/iot/v1/hub', { code, alias: 'Packing bench' })
  const hub = paired.json<Hub>()
  return {
    hub,
    grant: async () => (await device.askForGrant(hub.id, device.proof(hub.id))).json<AnswerOf<typeof grantDevice>>(),
  }
}
