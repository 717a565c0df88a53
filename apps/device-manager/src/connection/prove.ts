import { randomBytes } from 'node:crypto'
import type { Identity } from '../identity.ts'

/** Signs a text that contains the time and a nonce: the proof that this device manager makes a call. */
export function prove(identity: Identity, textOf: (issuedAt: string, nonce: string) => string) {
  const issued_at = new Date().toISOString()
  const nonce = randomBytes(16).toString('base64url')
  return { issued_at, nonce, signature: identity.sign(textOf(issued_at, nonce)) }
}
