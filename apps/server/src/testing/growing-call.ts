import type { validCall } from './every-call.ts'

type Call = ReturnType<typeof validCall>

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const fields = (count: number) => Object.fromEntries(times(count, (at) => [`field${at}`, String(at)]))

/** A value with every leaf or list in it replaced. */
function replaced(
  value: unknown,
  by: { text?: (given: string) => unknown; list?: (given: unknown[]) => unknown },
): unknown {
  if (typeof value === 'string') return by.text?.(value) ?? value
  if (Array.isArray(value)) return by.list?.(value) ?? value.map((inner) => replaced(inner, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, by)]))
}

const body = (change: (body: unknown, size: number) => unknown) => (call: Call, size: number) =>
  call.body === undefined ? undefined : { ...call, body: change(call.body, size) }

const text = (make: (size: number) => string) => body((given, size) => replaced(given, { text: () => make(size) }))

/** For a body that is a CSV file. */
const csv = (make: (size: number) => string) => (call: Call, size: number) =>
  typeof call.body === 'string' ? { ...call, body: make(size) } : undefined

/**
 * Placeholder for nested lists, which only string concatenation can write: `JSON.stringify` recurses at every level.
 */
const nested = (depth: number): string => `nested:${depth}`
export const withNested = (payload: string): string =>
  payload.replaceAll(/"nested:(\d+)"/g, (_all, depth: string) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)))

/** Ways in which a call can grow without bound; nothing where the call has no such place. */
export const GROWTHS: Readonly<Record<string, (call: Call, size: number) => Call | undefined>> = {
  'unknown fields': body((given, size) => (typeof given === 'object' ? { ...given, ...fields(size) } : undefined)),
  'unknown parameters': (call, size) => ({ ...call, query: { ...call.query, ...fields(size) } }),
  'a list for the body': body((_, size) => times(size, () => 0)),
  'wrong entries in lists': body((given, size) => replaced(given, { list: () => times(size, () => 0) })),
  'the same entry in lists': body((given, size) => replaced(given, { list: ([first]) => times(size, () => first) })),
  'objects for texts': body((given, size) => replaced(given, { text: () => fields(size) })),
  'lists in lists': body((_, size) => nested(size)),
  'lists in lists for texts': body((given, size) => replaced(given, { text: () => nested(size) })),
  'long words': text((size) => 'a'.repeat(size)),
  blanks: text((size) => `a${' '.repeat(size)}a`),
  'addresses of mail': text((size) => `a@${'a.'.repeat(size / 2)}`),
  lines: csv((size) => 'a\n'.repeat(size / 2)),
  cells: csv((size) => 'name,'.repeat(size / 5)),
  'unknown and known cells': csv((size) => `${'x,'.repeat(size / 4)}${'city,'.repeat(size / 10)}`),
  rows: csv((size) => `name,address1,city,postal_code\n${'Idris,17 Chalcot Road,London,NW1 8LH\n'.repeat(size / 40)}`),
  'tags of formulas': csv((size) => `name,tags\na,"${";'=1".repeat(size / 4)}"`),
  'quotation marks': csv((size) => `name\n${'"'.repeat(size)}`),
}
