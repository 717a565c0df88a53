import { expect, test } from 'vitest'
import type * as z from 'zod'

/** A field as `a.b.0.c`, with accepted and rejected values at its bounds. `undefined` leaves the field out. */
export type Bound = readonly [field: string, accepted: readonly unknown[], refused: readonly unknown[]]

/**
 * Tests each bound of a schema by changing one field of a valid value. Accepted values must be parsed unchanged, and
 * rejected values must be reported at that field.
 */
export function testBounds(schema: z.ZodType, valid: object, bounds: readonly Bound[]): void {
  for (const [field, accepted, refused] of bounds) {
    if (accepted.length > 0)
      test(`${field} accepts ${shown(accepted)}`, () => {
        for (const value of accepted) {
          const parsed = schema.safeParse(changed(valid, field, value))
          expect(parsed.error?.issues ?? [], shown([value])).toEqual([])
          expect(valueAt(parsed.data, field)).toEqual(value)
        }
      })
    if (refused.length > 0)
      test(`${field} rejects ${shown(refused)}`, () => {
        for (const value of refused) {
          const issues = schema.safeParse(changed(valid, field, value)).error?.issues ?? []
          const fields = issues.map((issue) => issueField(issue))
          expect(fields, shown([value])).toContainEqual(expect.stringContaining(`${field}.`))
        }
      })
  }
}

/** Tests the parsed form of values: `[field, given, parsed]`. */
export function testKept(
  schema: z.ZodType,
  valid: object,
  rows: readonly (readonly [string, unknown, unknown])[],
): void {
  test.each(rows)('%s: %j is kept as %j', (field, given, kept) => {
    expect(valueAt(schema.parse(changed(valid, field, given)), field)).toEqual(kept)
  })
}

/** The field of an issue; an unknown field is reported at its object. */
function issueField(issue: z.core.$ZodIssue): string {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return [...issue.path, ...keys, ''].map(String).join('.')
}

/** `valid` with another value at `field`. */
function changed(valid: unknown, field: string, value: unknown): unknown {
  const [key = '', ...rest] = field.split('.')
  const inner =
    rest.length === 0 ? value : changed((valid as Record<string, unknown> | undefined)?.[key], rest.join('.'), value)
  if (Array.isArray(valid)) return valid.with(Number(key), inner)
  const { [key]: _old, ...others } = (valid ?? {}) as Record<string, unknown>
  return inner === undefined ? others : { ...others, [key]: inner }
}

const valueAt = (value: unknown, field: string): unknown =>
  field.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value)

/** Long values by their length. */
const shown = (values: readonly unknown[]): string =>
  values
    .map((value) => {
      if (typeof value === 'string' && value.length > 30) return `${value.length} characters`
      if (Array.isArray(value) && value.length > 3) return `a list of ${value.length}`
      const json = JSON.stringify(value) as string | undefined
      return json && json.length > 60 ? `${json.slice(0, 60)}…` : String(json)
    })
    .join(', ')

/** A text of so many characters. */
export const text = (length: number): string => 'x'.repeat(length)

/** A list of so many equal elements. */
export const listOf = <T>(length: number, element: T): T[] => Array.from({ length }, () => element)
