import type { Endpoint } from '@postroom/contract/endpoint'
import * as z from 'zod'
import { EXAMPLE_CALLS, EXAMPLE_FIELDS } from './example-fields.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** A call that the contract accepts: required fields only, and always the same. */
export function exampleRequest({ id, params, query, body }: Endpoint) {
  return {
    params: (params ? exampleOf(params, 'input') : {}) as Record<string, string>,
    query: (query ? exampleOf(query, 'input') : {}) as Record<string, string>,
    body: EXAMPLE_CALLS[id]?.body ?? (body && exampleOf(body, 'input')),
  }
}

/** An example value of the schema, built from the table of fields. @throws Error naming a field that has no example */
export function exampleOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const root = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return valueOf(root, '', root)
}

function valueOf(given: JsonSchema, name: string, root: JsonSchema): unknown {
  const schema = resolved(given, root)
  const known = EXAMPLE_FIELDS[name]?.find((value) => fits(schema, value, root))
  if (known !== undefined) return known
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (choice) return valueOf(choice, name, root)
  const made = MADE[schema.type as TypeName](schema, name, root)
  if (!fits(schema, made, root)) throw new Error(`No example for the field '${name}': add a row to EXAMPLE_FIELDS`)
  return made
}

type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

const MADE: Record<TypeName, (schema: JsonSchema, name: string, root: JsonSchema) => unknown> = {
  null: () => null,
  boolean: () => true,
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
  string: ({ format = '' }, name) => BY_FORMAT[format] ?? name.replaceAll('_', ' '),
  array: ({ items }, name, root) => (items ? [valueOf(items as JsonSchema, name.replace(/s$/, ''), root)] : []),
  object: ({ properties = {}, required = [] }, _name, root) => {
    const shown = [...required, ...ASKED_BY_RULES.filter((name) => name in properties && !required.includes(name))]
    return Object.fromEntries(shown.map((name) => [name, valueOf(properties[name] as JsonSchema, name, root)]))
  },
}

/** Optional in the schema, but an address or a purchase without them is refused. */
const ASKED_BY_RULES = ['name', 'postal_code', 'pending_id']

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a05',
  'date-time': '2026-11-20T10:00:00.000Z',
  date: '2026-11-20',
  email: 'angharad@example.com',
  uri: 'https://postroom.example',
}

const resolved = (schema: JsonSchema, root: JsonSchema): JsonSchema =>
  schema.$ref === undefined ? schema : (root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? root)

/** Whether JSON Schema allows the value; the test checks what only code can validate. */
const fits = (schema: JsonSchema, value: unknown, root: JsonSchema): boolean =>
  z.fromJSONSchema({ ...schema, ...(root.$defs && { $defs: root.$defs }) }).safeParse(value).success
