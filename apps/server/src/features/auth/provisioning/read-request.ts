import * as z from 'zod'
import { personAfter, type Described, type Person } from './person.ts'
import { changeAt, changesIn, isObject, merged } from './read-changes.ts'
import { ScimRefusal } from './scim-refusal.ts'

const NOBODY = {
  userName: '',
  externalId: null,
  displayName: null,
  formatted: null,
  givenName: null,
  familyName: null,
  email: null,
}

/** The user that a body describes as a whole. @param active where the body does not say it */
export function readUser(body: unknown, active: boolean): Person {
  if (!isObject(body)) throw new ScimRefusal('body')
  return personAfter({ ...NOBODY, active }, changesIn(body))
}

const OPERATIONS_MAX = 100
const patchSchema = z.object({
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(OPERATIONS_MAX),
})
type Operation = z.output<typeof patchSchema>['Operations'][number]

/** What the operations of a PATCH change, in their order (RFC 7644 §3.5.2). */
export function readPatch(body: unknown): Partial<Described> {
  const patch = patchSchema.safeParse(body)
  if (!patch.success) throw new ScimRefusal('operations')
  return merged(patch.data.Operations.map(changeBy))
}

/** Adding replaces, because everything that is kept has one value. */
function changeBy({ op, path, value }: Operation): Partial<Described> {
  if (op === 'remove') {
    if (path == null) throw new ScimRefusal('target')
    return changeAt(path, null)
  }
  if (path != null) return changeAt(path, value)
  if (!isObject(value)) throw new ScimRefusal('target')
  return changesIn(value)
}

const COUNT_MAX = 100
const NUMBER = /^-?\d{1,9}$/
const FILTER =
  /^\s*(?:urn:ietf:params:scim:schemas:core:2\.0:user:)?(username|externalid)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i

export interface Search {
  filter: { by: 'userName' | 'externalId'; value: string } | undefined
  /** Counted from 1. */
  startIndex: number
  count: number
}

/** The query of a list. Sorting is ignored, as RFC 7644 allows. */
export function readSearch(query: Readonly<Record<string, unknown>>): Search {
  const number = (name: string, absent: number) => {
    const given = query[name] ?? String(absent)
    if (typeof given !== 'string' || !NUMBER.test(given)) throw new ScimRefusal('page')
    return Number(given)
  }
  return {
    filter: query['filter'] === undefined ? undefined : readFilter(query['filter']),
    startIndex: Math.max(number('startIndex', 1), 1),
    count: Math.min(Math.max(number('count', COUNT_MAX), 0), COUNT_MAX),
  }
}

function readFilter(given: unknown): Search['filter'] {
  const [, attribute, quoted] = FILTER.exec(String(given)) ?? []
  const value = quoted === undefined ? undefined : unquoted(quoted)
  // a database compares no text with the character zero
  if (attribute === undefined || value === undefined || value.includes('\0')) throw new ScimRefusal('filter')
  return { by: attribute.toLowerCase() === 'username' ? 'userName' : 'externalId', value }
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string
  } catch {
    return undefined
  }
}
