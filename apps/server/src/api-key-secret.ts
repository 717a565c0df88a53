import { crc32 } from 'node:zlib'
import { newSecret } from './secret-token.ts'

const PREFIX = 'prk_'
const WHOLE = /^prk_[\w-]{43}[0-9a-f]{8}$/
const CHECK_LENGTH = 8
const SESSION_TOKEN_LENGTH = 43

const checkOf = (text: string): string => crc32(text).toString(16).padStart(CHECK_LENGTH, '0')

/** A prefix that scanners of source code know, 256 random bits, and a check that finds typing errors. */
export function newApiKeySecret(): string {
  const text = `${PREFIX}${newSecret()}`
  return `${text}${checkOf(text)}`
}

/** The part of a secret that people may see, so that they recognise it. */
export const startOf = (secret: string): string => secret.slice(0, PREFIX.length + 6)

/** Whether a token is meant as an API key. One session token in 16 million begins like a key, and is shorter. */
export const isMeantAsApiKey = (token: string): boolean =>
  token.startsWith(PREFIX) && token.length !== SESSION_TOKEN_LENGTH

/** Whether the token can be an API key: its check is right. */
export const isWholeApiKey = (token: string): boolean =>
  WHOLE.test(token) && checkOf(token.slice(0, -CHECK_LENGTH)) === token.slice(-CHECK_LENGTH)
