import * as z from 'zod'
import { fieldCode } from './field-errors.ts'
import { firstUnprintable } from './unprintable.ts'

/**
 * Zero-width characters that are copied along from web pages and spreadsheets: soft hyphens, joiners, separators, byte order
 * marks and variation selectors. They are invisible, so they are removed.
 */
const ZERO_WIDTH = /[\u00ad\u180e\u200b-\u200d\u2060\ufeff\p{Variation_Selector}]/gu

/**
 * Control characters, line breaks and bidirectional marks: none can be part of one printed line. Nor can half a surrogate pair,
 * which the database refuses too.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const isUnprintable = (character: string): boolean => UNPRINTABLE.test(character)

/** Text of at most `max` characters, trimmed and without zero-width characters. Reports the first character that cannot be printed. */
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
