import * as z from 'zod'
import { fieldCode } from './field-errors.ts'

/**
 * Any JSON whose lists and objects are nested at most `depth` deep. Much deeper JSON can be parsed but not written again:
 * `JSON.stringify` and most checks recurse once per level.
 */
export const jsonWithin = (depth: number) =>
  z.unknown().refine((value) => isWithin(value, depth), { params: fieldCode('too_big'), abort: true })

const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1)))

/** The length of a text in UTF-8, in bytes. */
export const bytesOf = (text: string): number => encodeURIComponent(text).replaceAll(/%\w\w/g, '-').length
