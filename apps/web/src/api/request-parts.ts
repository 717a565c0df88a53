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
  if (body === undefined) return undefined
  if (endpoint.bodyType === 'csv' || endpoint.bodyType === 'xml') return body as string
  return endpoint.bodyType === 'form'
    ? new URLSearchParams(given(body as Record<string, unknown>))
    : JSON.stringify(body)
}

/** The XSRF token, which proves that a request comes from our own page. */
export const xsrfTokenIn = (cookies: string): string | undefined => {
  const value = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1]
  return value === undefined || value === '' ? undefined : decodeURIComponent(value)
}

const given = (values: Record<string, unknown>): [string, string][] =>
  Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value as string | number | boolean)]],
  )
