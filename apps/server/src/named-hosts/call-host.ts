import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { isPublic, NOT_PUBLIC, publicLookup } from './public-address.ts'

/** A call to a host that a customer has named: a shop, a webhook, an identity provider. */
export interface HostCall {
  url: URL
  method: 'GET' | 'POST' | 'PUT'
  /** In small letters. */
  headers: Readonly<Record<string, string>>
  /** JSON, unless the headers say otherwise. */
  body?: string | undefined
  /** Whether http and addresses that are not public are allowed: for stubs, and hosts in the same network. */
  isPrivateAllowed: boolean
  withinMs: number
  /** No more of the answer is read. */
  mostBytes: number
}

export interface HostAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
  /** Whether the answer ended within `mostBytes`. */
  isWhole: boolean
}

/** `address_refused`: nothing was sent. `unreachable`: the call may have been carried out. */
export class HostFailure extends Error {
  readonly trouble: 'address_refused' | 'unreachable'

  constructor(trouble: HostFailure['trouble']) {
    super(`the host was not called to its end: ${trouble}`)
    this.trouble = trouble
  }
}

/** Calls a host once. Redirects are not followed: they could lead to another host. @throws HostFailure */
export function callHost({ url, body, ...call }: HostCall): Promise<HostAnswer> {
  if (!mayBeCalled(url, call)) return Promise.reject(new HostFailure('address_refused'))
  const { promise, resolve, reject } = Promise.withResolvers<HostAnswer>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: call.method,
    headers: {
      accept: 'application/json',
      'user-agent': 'Postroom',
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...call.headers,
    },
    signal: AbortSignal.timeout(call.withinMs),
    ...(!call.isPrivateAllowed && { lookup: publicLookup }),
  })
  request.on('error', (error: NodeJS.ErrnoException) =>
    reject(new HostFailure(error.code === NOT_PUBLIC ? 'address_refused' : 'unreachable')),
  )
  request.on('response', (response) => {
    readPart(response, call.mostBytes).then(
      (read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, ...read }),
      () => reject(new HostFailure('unreachable')),
    )
  })
  request.end(body)
  return promise
}

/** Whether an address may be called, as far as can be said before its host is looked up. A host that is a number never is. */
export function mayBeCalled(
  { protocol, hostname }: URL,
  { isPrivateAllowed }: Pick<HostCall, 'isPrivateAllowed'>,
): boolean {
  if (isPrivateAllowed) return protocol === 'https:' || protocol === 'http:'
  const literal = hostname.replaceAll(/^\[|\]$/g, '')
  return protocol === 'https:' && (isIP(literal) === 0 || isPublic(literal))
}

/** Ends the connection when there is more. */
async function readPart(
  response: http.IncomingMessage,
  mostBytes: number,
): Promise<Pick<HostAnswer, 'body' | 'isWhole'>> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > mostBytes) return { body: Buffer.concat(parts).subarray(0, mostBytes), isWhole: false }
  }
  return { body: Buffer.concat(parts), isWhole: true }
}
