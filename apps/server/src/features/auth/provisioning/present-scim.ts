import type { Settings } from '../../../context.ts'
import type { Provisioned } from './provisioned.store.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** Where an identity provider finds SCIM. */
export const scimBaseOf = ({ publicUrl, apiBase }: Pick<Settings, 'publicUrl' | 'apiBase'>): string =>
  `${publicUrl}${apiBase}/scim/v2`

export const locationOf = (base: string, id: string): string => `${base}/Users/${id}`

/** A user as SCIM describes one. */
export function presentUser(base: string, user: Provisioned): object {
  const { id, userName, externalId, displayName, formatted, givenName, familyName, email, active } = user
  const name = presentOnly({ formatted, givenName, familyName })
  return {
    schemas: [USER],
    id,
    userName,
    ...presentOnly({ externalId }),
    displayName,
    ...(Object.keys(name).length > 0 && { name }),
    emails: [{ value: email, type: 'work', primary: true }],
    active,
    meta: { resourceType: 'User', created: user.created_at.toISOString(), location: locationOf(base, id) },
  }
}

/** Without what is null: SCIM leaves out what has no value. */
const presentOnly = (values: Record<string, string | null>): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** A user reduced to what the query asks for with `attributes` or `excludedAttributes` (RFC 7644 §3.9). */
export function onlyAsked(user: object, { attributes, excludedAttributes }: Readonly<Record<string, unknown>>): object {
  const [asked, excluded] = [namesIn(attributes), namesIn(excludedAttributes)]
  const isShown = (name: string) =>
    ALWAYS.has(name) || (asked.length > 0 ? asked.includes(name) : !excluded.includes(name))
  return Object.fromEntries(Object.entries(user).filter(([name]) => isShown(name.toLowerCase())))
}

const ALWAYS = new Set(['schemas', 'id'])

/** Names of whole attributes: what asks for a part of one gets all of it. */
const namesIn = (list: unknown): string[] =>
  typeof list === 'string'
    ? list
        .toLowerCase()
        .split(',')
        .map((path) => path.trim().replace(`${USER.toLowerCase()}:`, '').split('.')[0]!)
    : []

/** The answer of every list of SCIM. */
export const presentList = (
  resources: readonly object[],
  { total = resources.length, startIndex = 1 } = {},
): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
