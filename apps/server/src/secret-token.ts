import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a URL or a header. Its holder may act; only its `hashOf` is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** A secret of 256 random bits needs no slow hash. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
