import * as z from 'zod'
import { fieldCode } from './field-errors.ts'
import { firstUnprintable } from './unprintable.ts'

/**
 * Zero-width characters that people copy from web pages and spreadsheets: soft hyphens, joiners, separators, byte order
 * marks and variation selectors. They are removed because they are invisible.
 */
const ZERO_WIDTH = /[\u00ad\u180e\u200b-\u200d\u2060\ufeff\p{Variation_Selector}]/gu

/**
 * Control characters, line breaks, bidirectional marks and half surrogate pairs, which a printed line cannot contain. The
 * database also rejects half surrogate pairs.
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

/** Several lines of text, separated by `\n`. */
export const severalLines = (max: number) =>
  printableText(max, (character) => character !== '\n' && isUnprintable(character))
