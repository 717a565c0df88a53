import { singleLine } from '@postroom/contract/single-line'
import * as z from 'zod'
import type { Described } from './person.ts'
import { ScimRefusal } from './scim-refusal.ts'

type Changes = Partial<Described>
type Reader = (value: unknown, path: string) => Changes

const text =
  (name: keyof Described, max: number): Reader =>
  (value, path) => {
    if (value === null) return { [name]: null }
    const read = singleLine(max).safeParse(value)
    if (!read.success) throw new ScimRefusal('value', path)
    return { [name]: read.data === '' ? null : read.data }
  }

const userName: Reader = (value, path) => {
  const read = singleLine(200).min(1).safeParse(value)
  if (!read.success) throw new ScimRefusal('value', path)
  return { userName: read.data }
}

/** Entra ID sends booleans as the words True and False. */
const flag = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']).transform((word) => word === 'true')),
])

const active: Reader = (value, path) => {
  const read = flag.safeParse(value)
  if (!read.success) throw new ScimRefusal('value', path)
  return { active: read.data }
}

const mailEntry = z.object({
  value: z.string().nullish(),
  type: z.string().nullish().catch(null),
  primary: flag.catch(false),
})
const mailEntries = z.preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(mailEntry).max(20))

/** One address is kept of many: the primary one, or else that of work, or else the first. */
const emails: Reader = (value, path) => {
  if (value === null) return { email: null }
  const read = mailEntries.safeParse(value)
  if (!read.success) throw new ScimRefusal('value', path)
  const kept =
    read.data.find(({ primary }) => primary) ??
    read.data.find(({ type }) => type?.toLowerCase() === 'work') ??
    read.data[0]
  return text('email', 200)(kept?.value ?? null, path)
}

const name: Reader = (value, path) => {
  if (value === null) return { formatted: null, givenName: null, familyName: null }
  if (!isObject(value)) throw new ScimRefusal('value', path)
  return merged(
    Object.entries(value).map(
      ([part, inner]) => READERS.get(`name.${part.toLowerCase()}`)?.(inner, `name.${part}`) ?? {},
    ),
  )
}

const readOnly: Reader = (_value, path) => {
  throw new ScimRefusal('read_only', path)
}

/** What is kept, by its path in small letters: names of attributes have no case (RFC 7643 §2.1). */
const READERS: ReadonlyMap<string, Reader> = new Map([
  ['username', userName],
  ['externalid', text('externalId', 200)],
  ['displayname', text('displayName', 100)],
  ['name', name],
  ['name.formatted', text('formatted', 200)],
  ['name.givenname', text('givenName', 100)],
  ['name.familyname', text('familyName', 100)],
  ['active', active],
  ['emails', emails],
  ['emails.value', text('email', 200)],
  ['id', readOnly],
  ['meta', readOnly],
])

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:user:'
const PATH = /^([a-z$][\w$-]*)(?:\[([^\]]+)\])?(?:\.([a-z$][\w$-]*))?$/
/** Which of several addresses a path may name: we keep one, and it is the primary one and that of work. */
const KEPT_MAIL = /^(?:type eq "work"|primary eq "?true"?)$/

/** What a value at a path changes; nothing where we keep nothing of it. @throws ScimRefusal for a path that is none */
export function changeAt(path: string, value: unknown): Changes {
  const lower = path.toLowerCase()
  const inCore = lower.startsWith(CORE) ? lower.slice(CORE.length) : lower
  if (inCore.startsWith('urn:')) return {} // of an extension, such as the one of enterprises
  const [, attribute, filter, part] = PATH.exec(inCore) ?? []
  if (attribute === undefined) throw new ScimRefusal('path', path.slice(0, 100))
  if (filter !== undefined && !KEPT_MAIL.test(filter.trim())) return {}
  return READERS.get(part === undefined ? attribute : `${attribute}.${part}`)?.(value, path) ?? {}
}

const NOT_SAID = new Set(['schemas', 'id', 'meta'])

/** What an object changes, such as a whole user. Attributes that we do not keep, or that only we set, are ignored. */
export const changesIn = (value: Record<string, unknown>): Changes =>
  merged(
    Object.entries(value)
      .filter(([path]) => !NOT_SAID.has(path.toLowerCase()))
      .map(([path, inner]) => changeAt(path, inner)),
  )

/** Whether a value has names and values, and is no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const merged = (changes: readonly Changes[]): Changes => Object.assign({}, ...changes) as Changes
