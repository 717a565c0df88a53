import { randomInt } from 'node:crypto'
import { hashOf } from '../../secret-token.ts'

/** Without characters that are easily confused when read aloud or typed. */
const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 8

/** Forty random bits for people to type, valid for ten minutes: `K7QM-2XWP`. */
export function newPairingCode(): string {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** A code is hashed without its dash and in capitals, however the user types it. */
export const hashOfCode = (code: string): Buffer => hashOf(code.replaceAll(/[^a-z0-9]/gi, '').toUpperCase())
