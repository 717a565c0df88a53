import { expect, it, test, vi } from 'vitest'
import * as z from 'zod'
import { postalAddressSchema } from './address.ts'
import { FIELDS_MAX, fieldError, fieldErrorsOf } from './field-errors.ts'

const issuesIn = (schema: z.ZodType, given: unknown) =>
  schema.safeParse(given, { reportInput: true }).error?.issues ?? []
const unknownKeys = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, 0]))

/** Counts the reads of list elements in the issues. */
function counted(issues: readonly z.core.$ZodIssue[]) {
  const count = { reads: 0 }
  const watch = <T extends object>(list: T): T =>
    new Proxy(list, {
      get: (target, name, receiver) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) count.reads++
        return Reflect.get(target, name, receiver) as unknown
      },
    })
  const watched = issues.map((issue) => ('keys' in issue ? { ...issue, keys: watch(issue.keys) } : issue))
  return { count, issues: watch(watched) }
}

test.each([100, 1_000, 10_000, 100_000])('reads no more unknown keys than it reports, of %d keys', (keys) => {
  const { issues, count } = counted(issuesIn(z.strictObject({}), unknownKeys(keys)))
  expect(fieldErrorsOf(issues)).toHaveLength(FIELDS_MAX)
  expect(count.reads).toBeLessThanOrEqual(FIELDS_MAX + 1)
})

test.each([100, 1_000, 10_000, 100_000])('reads each of %d issues of one field once', (findings) => {
  const [issue] = issuesIn(z.strictObject({ a: z.number() }), { a: 'x' })
  const { issues, count } = counted(Array.from({ length: findings }, () => issue!))
  expect(fieldErrorsOf(issues)).toMatchObject([{ field: 'a', code: 'invalid_type' }])
  expect(count.reads).toBe(findings)
})

it('cuts long field names', () => {
  expect(fieldError('x'.repeat(1_000_000), 'invalid').field).toHaveLength(100)
  const given = { ['x'.repeat(1_000_000)]: 1 }
  expect(JSON.stringify(fieldErrorsOf(issuesIn(z.strictObject({}), given))).length).toBeLessThan(300)
})

it('reports each field once, with its first error', () => {
  const schema = z.strictObject({ a: z.string().min(3).max(1), b: z.number() })
  expect(fieldErrorsOf(issuesIn(schema, { a: 'xx', c: 1, d: 1 })).map(({ field, code }) => [field, code])).toEqual([
    ['a', 'required'],
    ['b', 'required'],
    ['c', 'unknown_field'],
    ['d', 'unknown_field'],
  ])
})

/** Combining marks in an order that takes quadratic time to normalise. */
const marks = (count: number): string => '\u0315'.repeat(count / 2) + '\u0300'.repeat(count / 2)

test.each(['GB', 'FR', 'JP'])('does not normalise a postal code of %s that is too long', (country) => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const address = { name: 'Idris', address1: '17 Chalcot Road', city: 'London', country, postal_code: marks(10_000) }
  expect(fieldErrorsOf(issuesIn(postalAddressSchema, address))).toMatchObject([
    { field: 'postal_code', code: 'too_long' },
  ])
  expect(normalize.mock.contexts.filter((given) => String(given).length > 40)).toEqual([])
  normalize.mockRestore()
})

it('checks the format of a short postal code, even when its characters have two units', () => {
  const address = { name: 'Idris', address1: '17 Chalcot Road', city: 'London', postal_code: '😀'.repeat(15) }
  expect(fieldErrorsOf(issuesIn(postalAddressSchema, address))).toMatchObject([
    { field: 'postal_code', code: 'invalid_postcode' },
  ])
})
