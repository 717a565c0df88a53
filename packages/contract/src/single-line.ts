import * as z from 'zod'
import { fieldCode } from './field-errors.ts'

/**
 * Control characters, line breaks, and the marks that turn the direction of writing: none can be part of one printed line,
 * nor can half a surrogate pair, which no database takes either.
 */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** One line of text, trimmed, of at most `max` characters. */
export const singleLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => text.isWellFormed() && !UNPRINTABLE.test(text), { params: fieldCode('character_not_printable') })
