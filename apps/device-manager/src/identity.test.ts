import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadIdentity, loadMembership, saveMembership } from './identity.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-identity-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

test('makes a private key at the first start, and signs with it after each', () => {
  const { publicKey } = loadIdentity(folder)
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(32)
  expect(fs.statSync(path.join(folder, 'identity.pem')).mode & 0o777).toBe(0o600)
  const again = loadIdentity(folder)
  expect(again.publicKey).toBe(publicKey)
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  expect(verify(null, Buffer.from('text'), key, Buffer.from(again.sign('text'), 'base64url'))).toBe(true)
})

test('refuses a key of another kind', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
  fs.writeFileSync(path.join(folder, 'identity.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  expect(() => loadIdentity(folder)).toThrow('identity.pem is not an Ed25519 key')
})

test('keeps the hub it is paired as, and has none at first', () => {
  expect(loadMembership(folder)).toEqual({})
  const membership = { hub_id: crypto.randomUUID(), after_job: 'job-1' }
  saveMembership(folder, membership)
  expect(loadMembership(folder)).toEqual(membership)
  saveMembership(folder, { was_removed: true })
  expect(loadMembership(folder)).toEqual({ was_removed: true })
})
