import type { CallOf, Endpoint } from '@postroom/contract/endpoint'
import { bodyOf, mediaTypeOf, pathOf } from '@postroom/client/request-parts'
import { appConfig } from '../app-config.ts'
import { readSession } from '../session/session-store.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { errorBodyIn } from './error-body.ts'
import { xsrfTokenIn } from './xsrf-token.ts'

/** What sending needs to know of an endpoint: everything but its schemas. */
export type Sendable<E extends Endpoint = Endpoint> = Pick<
  E,
  keyof E & ('id' | 'method' | 'path' | 'auth' | 'bodyType')
>

export interface CallOptions {
  signal?: AbortSignal
  /** The request outlives the page. */
  keepalive?: boolean
  /** The server carries out a repeated call with this key once. */
  idempotencyKey?: string
}

/** The parts of any call, as `requestOf` needs them; the exact types are those of `CallOf`. */
interface LooseParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Longer than the server's longest wait, which is the one for the carrier. */
const ANSWER_WITHIN_MS = 30_000

/**
 * Sends a call and receives the answer unread. Pages that load no schemas use it; the others use `call`.
 * @throws ApiError when the server refuses, NetworkError when no complete response arrives in time, AbortError when
 * `signal` aborts
 * @see spec §7
 */
export async function send<E extends Endpoint>(
  endpoint: Sendable<E>,
  parts: CallOf<E>,
  { signal, keepalive = false, idempotencyKey }: CallOptions = {},
): Promise<{ status: number; bytes: Uint8Array }> {
  const request = requestOf(endpoint, parts as LooseParts)
  if (idempotencyKey !== undefined) request.headers.set('idempotency-key', idempotencyKey)
  const inTime = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const ask = async () => {
    const response = await fetch(request, { keepalive, signal: signal ? AbortSignal.any([signal, inTime]) : inTime })
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  const { response, bytes } = await ask().catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new NetworkError(cause)
  })
  const { ok, status, statusText } = response
  if (!ok) throw new ApiError(status, statusText, errorBodyIn(textOf(bytes)))
  return { status, bytes }
}

export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function requestOf(endpoint: Sendable, parts: LooseParts): Request {
  const headers = new Headers({ accept: 'application/json' })
  const token = readSession()?.token
  if (token !== undefined && endpoint.auth === 'session') headers.set('authorization', `Bearer ${token}`)
  const xsrf = xsrfTokenIn(document.cookie)
  if (endpoint.method !== 'GET' && xsrf !== undefined) headers.set('x-xsrf-token', xsrf)
  const body = bodyOf(endpoint, parts.body)
  if (typeof body === 'string') headers.set('content-type', mediaTypeOf(endpoint))
  const url = new URL(appConfig().apiBase + pathOf(endpoint, parts.params, parts.query), location.origin)
  return new Request(url, { method: endpoint.method, headers, ...(body !== undefined && { body }) })
}
