import type { AnswerOf, Endpoint, RequestOf } from '@postroom/contract/endpoint'
import { errorCodesOf } from '@postroom/contract/error-codes'
import { ERRORS, errorBodySchema, type ErrorBody, type ErrorCode } from '@postroom/contract/errors'
import { fieldErrorsOf } from '@postroom/contract/field-errors'
import type * as z from 'zod'
import { readSession } from '../session/session-store.ts'

/** A refusal, with a code the contract allows for the call. */
export class Refusal {
  readonly code: ErrorCode
  readonly parts: Partial<Pick<ErrorBody, 'fields' | 'details'>>
  constructor(code: ErrorCode, parts: Partial<Pick<ErrorBody, 'fields' | 'details'>> = {}) {
    this.code = code
    this.parts = parts
  }
}

/** No response, or a response from a proxy instead of the server. */
export const UNREACHABLE = Symbol('unreachable')
export const BAD_GATEWAY = Symbol('bad gateway')

type Answer<E extends Endpoint> = AnswerOf<E> | Refusal | typeof UNREACHABLE | typeof BAD_GATEWAY
type Handler<E extends Endpoint> = (request: RequestOf<E>) => Answer<E> | Promise<Answer<E>>

interface Route {
  endpoint: Endpoint
  handle: (request: unknown) => unknown
  calls: unknown[]
}

const XSRF_TOKEN = 'the-xsrf-token'

/**
 * The server as the contract describes it. It parses each request with the schemas of the endpoint, and rejects answers
 * the contract does not allow. `problems` lists such answers, and requests that no test expected.
 */
class FakeServer {
  readonly problems: string[] = []
  /** Those of the requests that had one, in order. */
  readonly idempotencyKeys: string[] = []
  readonly #routes = new Map<string, Route>()

  /** Sets the answer to a call. @returns the parsed requests, one entry per call */
  on<E extends Endpoint>(endpoint: E, handle: Handler<NoInfer<E>>): RequestOf<E>[] {
    const calls: RequestOf<E>[] = []
    this.#routes.set(endpoint.id, { endpoint, handle: handle as Route['handle'], calls })
    return calls
  }

  /** Removes the answers of the last test. */
  reset(): void {
    this.#routes.clear()
    this.problems.length = 0
    this.idempotencyKeys.length = 0
    document.cookie = `XSRF-TOKEN=${XSRF_TOKEN}`
  }

  /** Replaces `fetch` for paths below the base of the API. @throws TypeError as `fetch` does without a network */
  async answer(request: Request, signal: AbortSignal | null | undefined): Promise<Response> {
    const answer = await Promise.race([this.#answerTo(request), aborted(signal)])
    if (answer === UNREACHABLE) throw new TypeError('Failed to fetch')
    if (answer === BAD_GATEWAY) return new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' })
    return answer
  }

  async #answerTo(request: Request): Promise<Response | typeof UNREACHABLE | typeof BAD_GATEWAY> {
    const { pathname, searchParams } = new URL(request.url)
    const found = this.#find(request.method, pathname.replace(/^\/api/, ''))
    if (!found) return this.#wrong(`${request.method} ${pathname} is not expected`)
    const { route, params } = found
    const { endpoint } = route
    const refusal = this.#refusalOf(endpoint, request)
    if (refusal) return this.#respond(endpoint, refusal)
    const parsed = {
      params: endpoint.params?.safeParse(params),
      query: endpoint.query?.safeParse(Object.fromEntries(searchParams)),
      body: endpoint.body?.safeParse(await bodyIn(request, endpoint)),
    }
    const issues = Object.values(parsed).flatMap((part) => part?.error?.issues ?? [])
    if (issues.length > 0)
      return this.#respond(endpoint, new Refusal('invalid_request', { fields: fieldErrorsOf(issues) }))
    const call = { params: parsed.params?.data, query: parsed.query?.data, body: parsed.body?.data }
    route.calls.push(call)
    const key = request.headers.get('idempotency-key')
    if (key !== null) this.idempotencyKeys.push(key)
    const answer = await route.handle(call)
    return answer === UNREACHABLE || answer === BAD_GATEWAY ? answer : this.#respond(endpoint, answer)
  }

  /** The matching route with the fewest parameters. */
  #find(method: string, path: string) {
    return [...this.#routes.values()]
      .flatMap((route) => {
        const params = route.endpoint.method === method ? paramsIn(route.endpoint.path, path) : undefined
        return params ? [{ route, params }] : []
      })
      .toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
      .at(0)
  }

  /** The checks the real server makes before it parses the call. */
  #refusalOf(endpoint: Endpoint, { method, headers }: Request): Refusal | undefined {
    const token = readSession()?.token
    if (endpoint.auth === 'session' && (!token || headers.get('authorization') !== `Bearer ${token}`))
      return new Refusal('session_expired')
    if (method !== 'GET' && headers.get('x-xsrf-token') !== XSRF_TOKEN) return new Refusal('xsrf_token_invalid')
    return undefined
  }

  #respond(endpoint: Endpoint, answer: unknown): Response | typeof UNREACHABLE {
    if (answer instanceof Refusal) {
      const { code, parts } = answer
      if (!errorCodesOf(endpoint).includes(code)) return this.#wrong(`${endpoint.id} never answers with ${code}`)
      const { status, description } = ERRORS[code]
      const body = errorBodySchema.parse({ code, description, request_id: crypto.randomUUID(), ...parts })
      return Response.json(body, { status })
    }
    const successes = Object.entries<z.ZodType>(endpoint.responses)
    const [first] = successes
    if (!first) return this.#wrong(`${endpoint.id} has no answer`)
    if (ArrayBuffer.isView(answer)) return new Response(answer as Uint8Array<ArrayBuffer>, { status: Number(first[0]) })
    const json: unknown = JSON.parse(JSON.stringify(answer))
    const [status, schema] = successes.find(([, allowed]) => allowed.safeParse(json).success) ?? first
    const given = schema.safeParse(json)
    if (!given.success) return this.#wrong(`${endpoint.id} never answers like this: ${given.error.message}`)
    return Response.json(given.data, { status: Number(status) })
  }

  #wrong(problem: string): typeof UNREACHABLE {
    this.problems.push(problem)
    return UNREACHABLE
  }
}

/** The parameters in a path; undefined if the path belongs to another call. */
function paramsIn(template: string, path: string): Record<string, string> | undefined {
  const pattern = template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${pattern}$`).exec(path)
  return match
    ? Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]))
    : undefined
}

async function bodyIn(request: Request, { bodyType }: Endpoint): Promise<unknown> {
  const text = await request.text()
  if (bodyType === 'csv' || bodyType === 'xml') return text
  return bodyType === 'form' ? Object.fromEntries(new URLSearchParams(text)) : (JSON.parse(text) as unknown)
}

const aborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_resolve, reject) => {
    const abort = () => reject(signal?.reason as Error)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
  })

/** The server of every test; `setup.ts` replaces the network with it. */
export const server = new FakeServer()
