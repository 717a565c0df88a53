import { randomInt } from 'node:crypto'
import { hashOf } from '../../secret-token.ts'

/** Without characters that are easily confused when read aloud or typed. */
const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUP_LENGTH = 4

const newCode = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: GROUP_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join(''),
  ).join('-')

/** Forty random bits for people to type, valid for ten minutes: `K7QM-2XWP`. */
export const newPairingCode = (): string => newCode(2)

/** 120 random bits, because it is valid for days and anybody may try one. */
export const newEnrolmentCode = (): string => newCode(6)

/** A code is hashed without its dash and in capitals, however the user types it. */
export const hashOfCode = (code: string): Buffer => hashOf(code.replaceAll(/[^a-z0-9]/gi, '').toUpperCase())
