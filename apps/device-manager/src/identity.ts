import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { readJsonFile, writeFileDurably } from './durable-file.ts'

/** The identity of this device manager: an Ed25519 key pair whose private key stays in its folder. */
export interface Identity {
  /** Raw, base64url, as the server stores it. */
  publicKey: string
  sign(message: string): string
}

/** Reads the key of the folder, or makes one on the first start. */
export function loadIdentity(folder: string): Identity {
  const file = path.join(folder, 'identity.pem')
  if (!fs.existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileDurably(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  }
  const key = createPrivateKey(fs.readFileSync(file))
  return {
    publicKey: rawPublicKey(key),
    sign: (message) => sign(null, Buffer.from(message), key).toString('base64url'),
  }
}

function rawPublicKey(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  if (x === undefined) throw new Error('identity.pem is not an Ed25519 key')
  return x
}

const membershipSchema = z.object({
  hub_id: z.uuid().optional(),
  /** It was unpaired, and must not pair again without a person. */
  was_removed: z.boolean().optional(),
  /** The newest job when it was paired. That job and older ones may belong to another organisation. */
  after_job: z.string().optional(),
})
export type Membership = z.output<typeof membershipSchema>

/** The hub it is paired as, if any. */
export const loadMembership = (folder: string): Membership =>
  membershipSchema.parse(readJsonFile(membershipFile(folder)) ?? {})

export const saveMembership = (folder: string, membership: Membership): void =>
  writeFileDurably(membershipFile(folder), JSON.stringify(membership))

const membershipFile = (folder: string): string => path.join(folder, 'hub.json')
