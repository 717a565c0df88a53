import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod'
import { isPublic, NOT_PUBLIC, publicLookup } from './public-address.ts'
import { ShopFailure } from './shop-port.ts'

/** Where a shop is, and how calls to it are signed. */
export interface ShopAddress {
  /** Without a slash at its end. */
  url: string
  headers: Readonly<Record<string, string>>
  /** Whether http and addresses that are not public are allowed: for stubs, and shops in the same network. */
  isPrivateAllowed: boolean
}

interface Call<Answer> {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  query?: Readonly<Record<string, string>>
  body?: object
  answer: z.ZodType<Answer>
}

interface Received {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

const BODY_MAX = 10 * 1024 * 1024
const ANSWER_WITHIN_MS = 15_000
/** A shop that answers 429 has not acted; it is asked again so often, and waited for so long. */
const ATTEMPTS = 6
const WAIT_MAX_MS = 10_000
const WAIT_MS = 1_000
const TOO_MANY = 429

/**
 * One call to a shop. Redirects are not followed: they could lead to another host.
 *
 * @throws ShopFailure; after `unreachable` the call may have been carried out
 */
export async function callShop<Answer>(
  shop: ShopAddress,
  call: Call<Answer>,
): Promise<{ answer: Answer; headers: http.IncomingHttpHeaders }> {
  const { status, headers, body } = await sendPatiently(shop, call)
  if (status === 401 || status === 403) throw new ShopFailure('refused')
  if (status === 404) throw new ShopFailure('not_found')
  if (status >= 500 || status === 408) throw new ShopFailure('unreachable')
  if (status >= 300) throw new ShopFailure('not_understood')
  const parsed = call.answer.safeParse(jsonOf(body))
  if (!parsed.success) throw new ShopFailure('not_understood')
  return { answer: parsed.data, headers }
}

async function sendPatiently(shop: ShopAddress, call: Call<unknown>): Promise<Received> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const received = await send(shop, call)
    if (received.status !== TOO_MANY) return received
    const seconds = Number(received.headers['retry-after'] ?? Number.NaN)
    const waitMs = seconds > 0 ? seconds * 1000 : WAIT_MS
    if (waitMs > WAIT_MAX_MS) break
    await sleep(waitMs)
  }
  throw new ShopFailure('busy')
}

/** @throws ShopFailure `address_refused` without sending anything, `unreachable` */
function send(shop: ShopAddress, { method = 'GET', path, query, body }: Call<unknown>): Promise<Received> {
  const url = new URL(`${shop.url}${path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`)
  if (!mayBeCalled(url, shop)) throw new ShopFailure('address_refused')
  const text = body && JSON.stringify(body)
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method,
    headers: {
      accept: 'application/json',
      'user-agent': 'Postroom',
      ...shop.headers,
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    ...(!shop.isPrivateAllowed && { lookup: publicLookup }),
  })
  request.on('error', (error: NodeJS.ErrnoException) =>
    reject(new ShopFailure(error.code === NOT_PUBLIC ? 'address_refused' : 'unreachable')),
  )
  request.on('response', (response) => {
    readLimited(response).then(
      (read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read }),
      (error: unknown) => reject(error instanceof ShopFailure ? error : new ShopFailure('unreachable')),
    )
  })
  request.end(text)
  return promise
}

/** A host that is written as a number is not looked up, so it is checked here. */
function mayBeCalled({ protocol, hostname }: URL, { isPrivateAllowed }: ShopAddress): boolean {
  if (isPrivateAllowed) return protocol === 'https:' || protocol === 'http:'
  const literal = hostname.replaceAll(/^\[|\]$/g, '')
  return protocol === 'https:' && (isIP(literal) === 0 || isPublic(literal))
}

async function readLimited(response: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > BODY_MAX) throw new ShopFailure('not_understood')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
