import type { Endpoint } from '@postroom/contract/endpoint'

/** The path below the API base with its parameters filled in, and the query. @throws Error for a missing id (spec §8) */
export function pathOf(
  endpoint: Pick<Endpoint, 'path' | 'id'>,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params[name]
    if (typeof value !== 'string' || value === '') throw new Error(`${endpoint.id} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams(given(query)).toString()
  return search === '' ? path : `${path}?${search}`
}

/** The encoded body: a form for the token calls, a file as it is, JSON for the others; undefined for calls without one. */
export function bodyOf(
  endpoint: Pick<Endpoint, 'id' | 'bodyType'>,
  body: unknown,
): string | URLSearchParams | undefined {
  if (endpoint.bodyType === 'csv' || endpoint.bodyType === 'xml') return body as string
  return endpoint.bodyType === 'form'
    ? new URLSearchParams(given(body as Record<string, unknown>))
    : JSON.stringify(body)
}

/** The media types of bodies that are sent as text. A form has its own. */
const TEXT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  csv: 'text/csv; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
} as const

/** The media type of a body that is sent as text. */
export const mediaTypeOf = ({ bodyType = 'json' }: Pick<Endpoint, 'bodyType'>): string => TEXT_TYPES[bodyType]

const given = (values: Record<string, unknown>): [string, string][] =>
  Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value as string | number | boolean)]],
  )
