import type { Endpoint } from '@postroom/contract/endpoint'
import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod'
import { EXAMPLE_FIELDS } from '../http/open-api/example-fields.ts'
import { validCall, type OwnThings } from './every-call.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema
type Call = ReturnType<typeof validCall>

/** Appears in every text of a call; if a log contains it, the log reveals what it must not. */
export const CANARY = 'Kanarienvogel'

/**
 * Calls of one endpoint: as documented, generated from its schemas, with one field changed, and with hostile values.
 */
export function arbitraryCall(endpoint: Endpoint, own: OwnThings): Arbitrary<Call> {
  const valid = validCall(endpoint, own)
  const part = (name: 'params' | 'query' | 'body', schema: z.ZodType | undefined) =>
    schema ? arbitraryOf(schema, own) : fc.constant(valid[name])
  const made = fc
    .record({
      params: part('params', endpoint.params),
      query: part('query', endpoint.query),
      body: part('body', endpoint.body),
    })
    .map(({ params, query, body }) => ({ params: asTexts(params), query: asTexts(query), body }))
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(valid) },
    { weight: 3, arbitrary: made },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constant(valid), fc.nat(), hostile).map(([call, at, thing]) => changed(call, at, thing)),
    },
    { weight: 1, arbitrary: fc.tuple(made, fc.nat(), hostile).map(([call, at, thing]) => changed(call, at, thing)) },
  )
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  `a\u0000b`,
  '\ud800',
  '\u202e\u200b\ufeff',
  "'; drop table purchase; --",
  '%',
  '../../../etc/passwd',
  '{"__proto__":{"plan":"full"}}',
  '=cmd|calc',
  '\r\nSet-Cookie: a=b',
  '<script>alert(1)</script>',
  '-1',
  '1e309',
  '9223372036854775808',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30',
  'x'.repeat(5_000),
]
const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE_TEXTS, null, true, 0, -1, 1.5, 2 ** 53, 1e300, [], {}, [[]], { __proto__: null }),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** The call with one of its fields, counted through all depths, replaced. */
function changed(call: Call, at: number, thing: unknown): Call {
  const copy = structuredClone(call)
  const places: [Record<string, unknown>, string][] = []
  const visit = (holder: Record<string, unknown>, name: string): void => {
    const value = holder[name]
    if (!(holder === (copy as Record<string, unknown>) && name !== 'body')) places.push([holder, name])
    if (typeof value === 'object' && value !== null)
      for (const key of Object.keys(value)) visit(value as Record<string, unknown>, key)
  }
  for (const name of ['params', 'query', 'body']) if (copy[name as keyof Call] !== undefined) visit(copy, name)
  const place = places[at % Math.max(places.length, 1)]
  if (place) place[0][place[1]] = thing
  return { ...copy, params: asTexts(copy.params), query: asTexts(copy.query) }
}

const asTexts = (part: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(part ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  )

function arbitraryOf(schema: z.ZodType, own: OwnThings): Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return valueOf(root, '', root, own)
}

function valueOf(given: JsonSchema, name: string, root: JsonSchema, own: OwnThings): Arbitrary<unknown> {
  const schema = given.$ref === undefined ? given : (root.$defs?.[given.$ref.replace('#/$defs/', '')] ?? root)
  const known = EXAMPLE_FIELDS[name]
  const plain = shaped(schema, name, root, own)
  return known ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: plain }) : plain
}

function shaped(schema: JsonSchema, name: string, root: JsonSchema, own: OwnThings): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, name, root, own)))
  const { minimum = -5, maximum = 100_000, properties = {}, required = [], items } = schema
  switch (schema.type) {
    case 'string':
      return textOf(schema, own)
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31) })
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(items ? valueOf(items as JsonSchema, name.replace(/s$/, ''), root, own) : fc.jsonValue(), {
        maxLength: 4,
      })
    case 'object': {
      const fields = Object.entries(properties).map(([key, inner]) => [
        key,
        valueOf(inner as JsonSchema, key, root, own),
      ])
      return fc.record(Object.fromEntries(fields) as Record<string, Arbitrary<unknown>>, { requiredKeys: required })
    }
    default:
      return fc.jsonValue({ maxDepth: 4 })
  }
}

function textOf({ format, pattern, maxLength = 60 }: JsonSchema, own: OwnThings): Arbitrary<string> {
  if (format === 'uuid')
    return fc.oneof(fc.constantFrom(...Object.values(own).filter((thing) => thing !== own.link)), fc.uuid())
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'date') return fc.constantFrom('2026-11-20', '2024-02-29', '1999-12-31')
  if (format === 'email') return fc.constantFrom(`${CANARY}@example.com`, 'a@b.example')
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  return fc.oneof(
    fc.constantFrom(CANARY, `${CANARY} Street 1`, 'Łódź', 'Ørsted'),
    fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 60) }),
  )
}
