import type { AnswerOf } from '@postroom/contract/endpoint'
import type { preparePasskey } from '@postroom/contract/passkey'
import type { Assertion, Attestation } from '@postroom/contract/webauthn'
import { execFileSync } from 'node:child_process'
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
  type KeyObject,
} from 'node:crypto'

/** What an honest authenticator and browser fill in. A test changes it. */
export interface Circumstances {
  origin: string
  rpId: string
  /** Whether the authenticator verified its user, by a fingerprint or a PIN. */
  verified: boolean
  /** Whether it copies its passkeys to other devices. */
  synced: boolean
  counter: number
  userHandle: string
  /** How it attests a new key: not at all, or `packed`, by itself or by its maker. */
  format: string
  maker: Maker | undefined
}

/** The maker of an authenticator, whose key signs for the keys that it makes. */
export interface Maker {
  key: KeyObject
  /** DER. */
  certificate: Buffer
}

/** A maker whose certificate says what WebAuthn §8.2.1 wants. */
export function newMaker(): Maker {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '-']
  const subject = ['-subj', '/C=GB/O=Maker/OU=Authenticator Attestation/CN=Maker']
  const basics = ['-addext', 'basicConstraints=critical,CA:FALSE', '-config', '/dev/null']
  const made = execFileSync('openssl', ['req', '-x509', ...key, ...subject, ...basics], { stdio: 'pipe' })
  return { key: createPrivateKey(made), certificate: new X509Certificate(made).raw }
}

/** An authenticator with one passkey, and the browser in front of it (WebAuthn, ES256). */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #usual: Circumstances

  constructor(changes: Partial<Circumstances> = {}) {
    this.#usual = {
      origin: 'http://localhost:8080',
      rpId: 'localhost',
      verified: true,
      synced: false,
      counter: 0,
      userHandle: '',
      format: 'none',
      maker: undefined,
      ...changes,
    }
  }

  /** Makes the passkey, and remembers whose it is. */
  create(
    { challenge, user }: Pick<AnswerOf<typeof preparePasskey>, 'challenge' | 'user'>,
    changes: Partial<Circumstances> = {},
  ): Attestation {
    const now = { ...this.#usual, ...changes }
    this.#usual.userHandle = user.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, coseOf(this.#keys.publicKey)])
    const authData = Buffer.concat([authenticatorData(now, HAS_CREDENTIAL), credential])
    const client = clientData('webauthn.create', challenge, now.origin)
    const statement: [Buffer, Buffer][] = [
      [cborText('alg'), cborInt(-7)],
      [cborText('sig'), cborBytes(this.#sign(authData, client, now.maker?.key))],
    ]
    if (now.maker) statement.push([cborText('x5c'), cborList([cborBytes(now.maker.certificate)])])
    const attestationObject = cborMap([
      [cborText('fmt'), cborText(now.format)],
      [cborText('attStmt'), cborMap(now.format === 'none' ? [] : statement)],
      [cborText('authData'), cborBytes(authData)],
    ])
    return {
      id: this.id.toString('base64url'),
      response: {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
      },
    }
  }

  /** Signs a challenge with the passkey. */
  get(challenge: string, changes: Partial<Circumstances> = {}): Assertion {
    const now = { ...this.#usual, ...changes }
    const client = clientData('webauthn.get', challenge, now.origin)
    const data = authenticatorData(now)
    return {
      id: this.id.toString('base64url'),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: this.#sign(data, client).toString('base64url'),
        userHandle: now.userHandle,
      },
    }
  }

  #sign(data: Buffer, client: Buffer, key = this.#keys.privateKey): Buffer {
    return sign('sha256', Buffer.concat([data, sha256(client)]), key)
  }
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const [PRESENT, VERIFIED, MAY_SYNC, SYNCED, HAS_CREDENTIAL] = [0x01, 0x04, 0x08, 0x10, 0x40] as const

/** WebAuthn §6.1. */
function authenticatorData({ rpId, verified, synced, counter }: Circumstances, more = 0): Buffer {
  const flags = PRESENT | (verified ? VERIFIED : 0) | (synced ? MAY_SYNC | SYNCED : 0) | more
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
}

/** A public key in COSE: type EC2, algorithm ES256, curve P-256. */
function coseOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), coordinateOf(x)],
    [cborInt(-3), coordinateOf(y)],
  ])
}

const coordinateOf = (text: string | undefined): Buffer => cborBytes(Buffer.from(text!, 'base64url'))

/** CBOR (RFC 8949): the type, and its length or value of up to 16 bits. */
function cborHead(type: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(type << 5) | value])
  return value < 256 ? Buffer.from([(type << 5) | 24, value]) : Buffer.from([(type << 5) | 25, value >> 8, value & 255])
}
const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborList = (entries: Buffer[]): Buffer => Buffer.concat([cborHead(4, entries.length), ...entries])
const cborMap = (entries: [Buffer, Buffer][]): Buffer => Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
