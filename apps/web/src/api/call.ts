import type { AnswerOf, CallOf, Endpoint } from '@postroom/contract/endpoint'
import { errorBodySchema, type ErrorBody } from '@postroom/contract/errors'
import { appConfig } from '../app-config.ts'
import { readSession } from '../session/session-store.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { bodyOf, pathOf, xsrfTokenIn } from './request-parts.ts'

/** The parts of any call, as `requestOf` needs them; the exact types are those of `CallOf`. */
interface LooseParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

interface CallOptions {
  signal?: AbortSignal
  /** The request outlives the page. */
  keepalive?: boolean
  /** The server carries out a repeated call with this key once. */
  idempotencyKey?: string
}

/** Longer than the server's longest wait, which is the one for the carrier. */
const ANSWER_WITHIN_MS = 30_000

/**
 * Calls an endpoint of the contract and validates the response.
 * @throws ApiError when the server refuses, NetworkError when no complete response arrives in time, AbortError when
 * `signal` aborts
 * @see spec §7
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  parts: CallOf<E>,
  { signal, keepalive = false, idempotencyKey }: CallOptions = {},
): Promise<AnswerOf<E>> {
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
  const text = new TextDecoder().decode(bytes)
  if (!response.ok) throw new ApiError(response.status, response.statusText, errorIn(text))
  const schema = endpoint.responses[response.status as keyof E['responses'] & 200]
  if (!schema) throw new Error(`${endpoint.id} answered with status ${response.status}`)
  return schema.parse(endpoint.answerType === undefined ? JSON.parse(text) : bytes) as AnswerOf<E>
}

function requestOf(endpoint: Endpoint, parts: LooseParts): Request {
  const headers = new Headers({ accept: 'application/json' })
  const token = readSession()?.token
  if (token !== undefined && endpoint.auth === 'session') headers.set('authorization', `Bearer ${token}`)
  const xsrf = xsrfTokenIn(document.cookie)
  if (endpoint.method !== 'GET' && xsrf !== undefined) headers.set('x-xsrf-token', xsrf)
  const body = bodyOf(endpoint, parts.body)
  if (typeof body === 'string')
    headers.set('content-type', endpoint.bodyType === 'csv' ? 'text/csv; charset=utf-8' : 'application/json')
  const url = new URL(appConfig().apiBase + pathOf(endpoint, parts.params, parts.query), location.origin)
  return new Request(url, { method: endpoint.method, headers, ...(body !== undefined && { body }) })
}

/** The error body of our server; undefined when a proxy answered instead. */
function errorIn(text: string): ErrorBody | undefined {
  try {
    return errorBodySchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
