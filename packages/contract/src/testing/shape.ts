import * as z from 'zod'

/** Longer lists of words are tables of the domain, which have tests of their own. */
const LONGEST_LIST = 8

/** Collects what a reader of a message depends on. A field that several messages share is listed at the first. */
export function shapeReader(): (message: unknown) => string[] {
  const seen = new Set<z.core.$ZodType>()

  function read(schema: unknown, field: string): string[] {
    if (!(schema instanceof z.core.$ZodType)) throw new TypeError(`${field} has no schema`)
    if (seen.has(schema)) return []
    seen.add(schema)
    if (schema instanceof z.ZodOptional) return [`${field}?`, ...read(schema.unwrap(), field)]
    if (schema instanceof z.ZodNullable) return [`${field} or null`, ...read(schema.unwrap(), field)]
    if (schema instanceof z.ZodDefault) return read(schema.unwrap(), field)
    if (schema instanceof z.ZodPrefault) return read(schema.unwrap(), field)
    if (schema instanceof z.ZodArray) return [...bounds(schema, field), ...read(schema.element, field)]
    if (schema instanceof z.ZodRecord) return read(schema.valueType, field)
    if (schema instanceof z.ZodObject)
      return Object.entries(schema.shape).flatMap(([key, inner]) => read(inner, field ? `${field}.${key}` : key))
    if (schema instanceof z.ZodUnion) {
      const types = schema.options.map(({ _zod: { def } }) => def.type)
      const kinds = types.includes('object') ? [] : [`${field}: ${types.join(' or ')}`]
      return [...kinds, ...schema.options.flatMap((option) => read(option, field))]
    }
    if (schema instanceof z.ZodLiteral) return [`${field}: ${[...schema.values].join('|')}`]
    if (schema instanceof z.ZodEnum)
      return schema.options.length > LONGEST_LIST ? [] : [`${field}: ${schema.options.join('|')}`]
    return bounds(schema, field)
  }
  return (message) => read(message, '')
}

function bounds(schema: z.core.$ZodType, field: string): string[] {
  const {
    _zod: {
      def: { checks = [] },
    },
  } = schema
  return checks.flatMap(({ _zod: { def } }) => {
    if (def.check === 'max_length') return [`${field} ≤ ${(def as z.core.$ZodCheckMaxLengthDef).maximum}`]
    if (def.check === 'min_length') return [`${field} ≥ ${(def as z.core.$ZodCheckMinLengthDef).minimum}`]
    if (def.check === 'less_than') return [`${field} ≤ ${String((def as z.core.$ZodCheckLessThanDef).value)}`]
    if (def.check === 'greater_than') return [`${field} ≥ ${String((def as z.core.$ZodCheckGreaterThanDef).value)}`]
    return []
  })
}
