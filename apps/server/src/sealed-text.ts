import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts short texts in the database that a copy of the database must not reveal. */
export interface Seal {
  /** `of` names the owner and purpose of the text; only the same `of` opens it. */
  seal(text: string, of: string): string
  /** Undefined: sealed with another key or another `of`, or changed since. */
  open(sealed: string, of: string): string | undefined
}

/** AES-256-GCM; the version changes with the algorithm. */
const CIPHER = 'aes-256-gcm'
const MARK = 'v1.'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export const isSealed = (text: string): boolean => text.startsWith(MARK)

/** Encrypts under a key derived from the server's secret (HKDF, RFC 5869). */
export function sealUnder(secretKey: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'postroom sealed text v1', 32))
  return {
    seal: (text, of) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(of))
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return MARK + Buffer.concat(sealed).toString('base64url')
    },
    open: (sealed, of) => {
      const bytes = Buffer.from(sealed.slice(MARK.length), 'base64url')
      if (!isSealed(sealed) || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(of))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined // the tag does not fit: another key, another owner, or changed bytes
      }
    },
  }
}
