import * as z from 'zod'
import { fieldCode } from './field-errors.ts'
import { firstUnprintable } from './unprintable.ts'

/**
 * Characters without width, which come along when text is copied from web pages and spreadsheets: soft hyphens, joiners,
 * separators, byte order marks and variation selectors. Nobody sees them, so they are removed.
 */
const ZERO_WIDTH = /[\u00ad\u180e\u200b-\u200d\u2060\ufeff\p{Variation_Selector}]/gu

/**
 * Control characters, line breaks, and the marks that turn the direction of writing: none can be part of one printed line,
 * nor can half a surrogate pair, which no database takes either.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const isUnprintable = (character: string): boolean => UNPRINTABLE.test(character)

/** Text of at most `max` characters, trimmed, without characters of no width; refuses and names what cannot be printed. */
const printableText = (max: number, isRefused: (character: string) => boolean) =>
  z
    .string()
    .overwrite((text) => text.replaceAll(ZERO_WIDTH, '').replaceAll('\r\n', '\n'))
    .trim()
    .max(max, { abort: true })
    .superRefine((text, context) => {
      const found = firstUnprintable(text, isRefused)
      if (found) context.addIssue({ code: 'custom', params: fieldCode('character_not_printable', found) })
    })

/** One line of text. */
export const singleLine = (max: number) => printableText(max, isUnprintable)

/** Several lines of text, broken by `\n`. */
export const severalLines = (max: number) =>
  printableText(max, (character) => character !== '\n' && isUnprintable(character))
